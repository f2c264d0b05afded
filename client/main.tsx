import './theme/theme.scss';
import { hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { App } from './App.tsx';
import { elementIds, findElement } from './elementIds.ts';
import { basePath } from './routes.ts';
import { createServices } from './services.ts';
import type { Settings } from './settings.ts';

// The script may arrive before the end of the document.
if (document.readyState === 'loading') {
  await new Promise((resolve) => document.addEventListener('DOMContentLoaded', resolve));
}

const settings: Settings = JSON.parse(findElement(`#${elementIds.settings}`).textContent);

// The router uses the basename as the URL of the index page, so the trailing slash must match.
const hasTrailingSlash = location.pathname !== basePath;

// From here on the loader neither shows the page nor stores what is typed; the form reads its fields once hydrated.
document.getElementById(elementIds.loadedPage)?.remove();

const services = createServices(window);

hydrateRoot(
  findElement(`#${elementIds.root}`),
  <BrowserRouter basename={hasTrailingSlash ? `${basePath}/` : basePath}>
    <App settings={settings} services={services} />
  </BrowserRouter>,
);

// Firefox gives a page in its back/forward cache a session storage of its own, so that what is written on
// another page would be lost. It does not keep a page with this listener there.
if (navigator.userAgent.includes('Firefox/')) window.addEventListener('unload', () => {});

// A page that returns from the back/forward cache is as old as when it was left.
window.addEventListener('pageshow', ({ persisted }) => {
  if (persisted) services.messageStores.reload();
});
