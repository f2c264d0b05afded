import './theme/theme.scss';
import { flushSync } from 'react-dom';
import { hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { App } from './App.tsx';
import { cancelHeldEnter } from './cancelHeldEnter.ts';
import { elementIds, findElement } from './elementIds.ts';
import { findFields, readForm } from './feedback/messageFields.ts';
import { edit } from './feedback/messageState.ts';
import { basePath } from './routes.ts';
import { createServices } from './services.ts';
import type { Settings } from './settings.ts';
import { stayOutOfBackForwardCache } from './stayOutOfBackForwardCache.ts';

// The script may arrive before the end of the document.
if (document.readyState === 'loading') {
  await new Promise((resolve) => document.addEventListener('DOMContentLoaded', resolve));
}

const settings: Settings = JSON.parse(findElement(`#${elementIds.settings}`).textContent);

// The router uses the basename as the URL of the index page, so the trailing slash must match.
const hasTrailingSlash = location.pathname !== basePath;

// Stops the loader, which would show the page and store its texts.
const { earlyPage } = window;
delete window.earlyPage;
document.getElementById(elementIds.loadedPage)?.remove();

const services = createServices(earlyPage?.request);
const focused = findFields(document).find(
  ({ element }) => element === document.activeElement,
)?.element;
if (earlyPage?.brief) {
  const { params } = earlyPage;
  services.messageStores.get(params).apply((state) => edit(state, readForm(document)));
}

// Hydrates in one task, so that nothing is typed meanwhile: React replaces a page that an extension has changed.
flushSync(() =>
  hydrateRoot(
    findElement(`#${elementIds.root}`),
    <BrowserRouter basename={hasTrailingSlash ? `${basePath}/` : basePath}>
      <App settings={settings} services={services} shownBrief={earlyPage?.brief} />
    </BrowserRouter>,
  ),
);

if (focused && !focused.isConnected) {
  const { id, selectionStart, selectionEnd } = focused;
  // Null after a rendering error.
  const field = document.querySelector<typeof focused>(`#${id}`);
  field?.focus({ preventScroll: true });
  field?.setSelectionRange(selectionStart, selectionEnd);
}

stayOutOfBackForwardCache();

document.addEventListener('keydown', cancelHeldEnter);

// A browser extension may have changed a field without an event.
window.addEventListener('pagehide', () => services.messageStores.save());

// A page that returns from the back/forward cache is as old as when it was left. Safari empties the fields of the
// form in a task after this event.
window.addEventListener('pageshow', ({ persisted }) => {
  if (!persisted) return;
  requestAnimationFrame(() => setTimeout(() => services.messageStores.reload()));
});
