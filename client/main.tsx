import './theme/theme.scss';
import { hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { App } from './App.tsx';
import { rootId, settingsId } from './documentIds.ts';
import { basePath } from './routes.ts';
import { createServices } from './services.ts';
import type { Settings } from './settings.ts';

const settings: Settings = JSON.parse(elementOf(settingsId).textContent);

hydrateRoot(
  elementOf(rootId),
  <BrowserRouter basename={basePath}>
    <App services={createServices(settings)} />
  </BrowserRouter>,
);

function elementOf(id: string): HTMLElement {
  const element = document.getElementById(id);
  if (!element) throw new Error(`The document lacks #${id}.`);
  return element;
}
