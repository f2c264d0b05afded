import { elementIds, findElement } from './elementIds.ts';
import { type FrozenForm, freezeForm, openEarlyPage } from './feedback/earlyPage.ts';
import { loadError, loadingTitle } from './messages.ts';
import { basePath, matchFeedbackPath } from './routes.ts';

/** The client script's URL on the host and its hash, set by the build. */
declare const scriptUrl: string;
declare const scriptIntegrity: string;

const maxRetries = 3;

/**
 * Starts the client script; the document contains this file inline. During an update, a page of the new
 * release may request its script from an instance of the old one, which responds 404, so a failed load
 * is retried. Browsers remember a module that failed by its URL, so a retry needs a new one.
 */
function load(retries: number): void {
  const script = document.createElement('script');
  script.type = 'module';
  script.src = scriptUrl + (retries > 0 ? `?${retries}` : '');
  script.integrity = scriptIntegrity;
  script.onerror = () => {
    if (retries < maxRetries) setTimeout(load, 500 * 2 ** retries, retries + 1);
    else showError();
  };
  document.head.append(script);
}

/** Shows the error above the form with the texts, to be copied, or instead of "Loading...". */
function showError(): void {
  const element = findElement(`#${elementIds.loadError}`);
  const heading = findElement('h1');
  const notice = document.getElementById(elementIds.loadingNotice);
  const { earlyPage } = window;
  // From here on a brief that arrives changes nothing.
  delete window.earlyPage;

  let frozen: FrozenForm = {};
  try {
    if (earlyPage) frozen = freezeForm(earlyPage);
  } catch {
    // The stored texts cannot be read.
  }

  const { form, isKept } = frozen;
  if (notice) {
    heading.textContent = loadError.heading;
    document.title = document.title.replace(loadingTitle, loadError.heading);
    notice.replaceWith(form ?? '');
  }

  for (const hint of document.querySelectorAll('.slow-hint')) hint.remove();
  if (isKept !== undefined) {
    findElement('p', element).append(` ${isKept ? loadError.kept : loadError.notKept}`);
  }

  if (form) form.before(element);
  else heading.after(element);
  element.hidden = false;
  element.scrollIntoView({ block: 'nearest' });
}

load(0);

const params = matchFeedbackPath(location.pathname.slice(basePath.length));
if (params) openEarlyPage(params);
