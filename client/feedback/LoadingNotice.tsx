import { elementIds } from '../elementIds.ts';
import { contactLink } from '../links.ts';
import { noScript, reloadPage, slowHint } from '../messages.ts';
import { useSettings } from '../settings.ts';

/** The part of the page below its heading until the brief arrives, rendered by the host. */
export function LoadingNotice() {
  const contact = contactLink(useSettings());
  return (
    <div id={elementIds.loadingNotice}>
      <noscript>
        <h1 className="page-heading">{noScript.heading}</h1>
        <p className="lead">{noScript.text}</p>
        <a className="btn btn-primary" href={contact.href}>
          {contact.text}
        </a>
      </noscript>
      <SlowHint />
    </div>
  );
}

/** A hint that the style sheet shows after 8 s. Its links work without JavaScript. */
export function SlowHint() {
  const settings = useSettings();
  return (
    <p className="slow-hint">
      {slowHint.text}
      {/* biome-ignore lint/a11y/useValidAnchor: an empty href reloads the page without JavaScript */}
      <a href="">{reloadPage}</a>
      {slowHint.or}
      <a href={contactLink(settings).href}>{slowHint.contact(settings.providerName)}</a>.
    </p>
  );
}
