import './theme/theme.scss';
import { hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { App } from './App.tsx';
import { rootId, settingsId } from './documentIds.ts';
import { basePath } from './routes.ts';
import { createServices } from './services.ts';
import type { Settings } from './settings.ts';

const settings: Settings = JSON.parse(elementOf(settingsId).textContent);

// The router takes the index page's address from this, and the slash at its end is part of that.
const isBare = location.pathname === basePath;

hydrateRoot(
  elementOf(rootId),
  <BrowserRouter basename={isBare ? basePath : `${basePath}/`}>
    <App services={createServices(settings)} />
  </BrowserRouter>,
);

function elementOf(id: string): HTMLElement {
  const element = document.getElementById(id);
  if (!element) throw new Error(`The document lacks #${id}.`);
  return element;
}
