import { PageHeading } from '../layout/PageHeading.tsx';
import { loading } from '../messages.ts';

/** Rendered by the host, and shown until the brief arrives. Its link works without JavaScript. */
export function LoadingPage() {
  return (
    <div className="loading-page">
      <PageHeading>{loading.heading}</PageHeading>
      <noscript>{loading.noScript}</noscript>
      <p className="loading-hint">
        {`${loading.slow} `}
        {/* biome-ignore lint/a11y/useValidAnchor: an empty href reloads the page without JavaScript */}
        <a href="">{loading.reload}</a>
      </p>
    </div>
  );
}
