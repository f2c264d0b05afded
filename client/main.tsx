import './theme/theme.scss';
import { hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { App } from './App.tsx';
import { elementIds } from './elementIds.ts';
import { basePath } from './routes.ts';
import { createServices } from './services.ts';
import type { Settings } from './settings.ts';

// The script may arrive before the end of the document.
if (document.readyState === 'loading') {
  await new Promise((resolve) => document.addEventListener('DOMContentLoaded', resolve));
}

const settings: Settings = JSON.parse(getElement(elementIds.settings).textContent);

// The router uses the basename as the URL of the index page, so the trailing slash must match.
const hasTrailingSlash = location.pathname !== basePath;

hydrateRoot(
  getElement(elementIds.root),
  <BrowserRouter basename={hasTrailingSlash ? `${basePath}/` : basePath}>
    <App settings={settings} services={createServices(window.earlyRequest)} />
  </BrowserRouter>,
);

function getElement(id: string): HTMLElement {
  const element = document.getElementById(id);
  if (!element) throw new Error(`The document has no element with the id "${id}"`);
  return element;
}
