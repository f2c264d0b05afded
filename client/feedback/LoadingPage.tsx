import { loadingWords } from '../failureWords.ts';
import { PageHeading } from '../frame/PageHeading.tsx';

/** What the host renders and what stays until the brief is there, or for ever where no script runs. */
export function LoadingPage() {
  return (
    <div className="loading-page">
      <PageHeading>Loading...</PageHeading>
      <noscript>{loadingWords.noScript}</noscript>
      <p className="loading-hint">
        {`${loadingWords.slow} `}
        {/* biome-ignore lint/a11y/useValidAnchor: an empty address is this page, also without a script */}
        <a href="">{loadingWords.reload}</a>
      </p>
    </div>
  );
}
