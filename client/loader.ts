import { requestBriefEarly } from './api/earlyRequest.ts';
import { elementIds } from './elementIds.ts';
import { showEarly } from './feedback/showEarly.ts';
import { loadError, loading } from './messages.ts';
import { basePath, matchFeedbackPath } from './routes.ts';

/** The client script's URL on the host and its hash, set by the build. */
declare const scriptUrl: string;
declare const scriptIntegrity: string;

const maxRetries = 5;
const minReloadIntervalMs = 60_000;
const reloadedKey = 'subscriber-feedback:reloaded';

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
    if (retries < maxRetries) setTimeout(load, 200 * 2 ** retries, retries + 1);
    else reloadOnce().catch(showError);
  };
  document.head.append(script);
}

/** Rejects if the page has just reloaded itself, and if the host cannot be reached. */
async function reloadOnce(): Promise<void> {
  const reloadedAt = Number(sessionStorage.getItem(reloadedKey));
  if (Date.now() - reloadedAt < minReloadIntervalMs) throw reloadedAt;
  const { status } = await fetch(location.href, { method: 'HEAD' });
  if (status >= 500) throw status;
  sessionStorage.setItem(reloadedKey, `${Date.now()}`);
  location.reload();
}

/** Shows the error instead of "Loading...", or on top of another page. */
function showError(): void {
  const element = document.getElementById(elementIds.loadError);
  if (!element) return;
  const heading = document.querySelector('h1');
  if (heading && document.getElementById(elementIds.loadingNotice)) {
    heading.textContent = loadError.heading;
    document.title = document.title.replace(loading.title, loadError.heading);
    heading.parentElement?.replaceChildren(heading, element);
  }
  element.hidden = false;
}

load(0);

const params = matchFeedbackPath(location.pathname.slice(basePath.length));
// The client script shows whatever the loader does not.
if (params) showEarly(params, requestBriefEarly(params.briefId)).catch(() => {});
