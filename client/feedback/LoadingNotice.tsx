import { mainSiteUrl } from '../links.ts';
import { loading, noScript } from '../messages.ts';
import { useSettings } from '../settings.ts';

/** The page below its heading until the brief arrives, rendered by the host. Its links work without JavaScript. */
export function LoadingNotice() {
  const settings = useSettings();
  const contactUrl = mainSiteUrl(settings, 'contactUs');
  return (
    <>
      <noscript>
        <h1 className="page-heading">{noScript.heading}</h1>
        <p className="lead">{noScript.text}</p>
        <a className="btn btn-primary" href={contactUrl}>
          {`Contact ${settings.providerName}`}
        </a>
      </noscript>
      <p className="loading-hint">
        {`${loading.slow} `}
        {/* biome-ignore lint/a11y/useValidAnchor: an empty href reloads the page without JavaScript */}
        <a href="">{loading.reload}</a> or{' '}
        <a href={contactUrl}>{`contact ${settings.providerName}`}</a>.
      </p>
    </>
  );
}
