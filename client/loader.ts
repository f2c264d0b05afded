import { elementIds } from './elementIds.ts';
import { freezeForm, openEarlyPage } from './feedback/earlyPage.ts';
import { loadError, loading } from './messages.ts';
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

/** Shows the error instead of "Loading...", or on top of another page, and what has been written, to be copied. */
function showError(): void {
  const element = document.getElementById(elementIds.loadError);
  if (!element) return;
  const { earlyPage } = window;
  // A brief that arrives late changes nothing.
  delete window.earlyPage;
  let frozen: ReturnType<typeof freezeForm> = {};
  try {
    if (earlyPage) frozen = freezeForm(earlyPage);
  } catch {
    // What is stored cannot be read.
  }
  const { form, isKept } = frozen;
  const heading = document.querySelector('h1');
  if (heading && document.getElementById(elementIds.loadingNotice)) {
    heading.textContent = loadError.heading;
    document.title = document.title.replace(loading.title, loadError.heading);
    heading.parentElement?.replaceChildren(heading, element);
    if (form) element.after(form);
  }
  for (const hint of document.querySelectorAll('.slow-hint')) hint.remove();
  if (isKept) element.querySelector('p')?.append(` ${loadError.kept}`);
  element.hidden = false;
}

load(0);

const params = matchFeedbackPath(location.pathname.slice(basePath.length));
if (params) openEarlyPage(params);
