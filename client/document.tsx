import { renderToString } from 'react-dom/server';
import { StaticRouter } from 'react-router-dom';
import { App } from './App.tsx';
import { StatusIcon } from './alerts/StatusIcon.tsx';
import type { BriefNames } from './api/feedbackApi.ts';
import { elementIds } from './elementIds.ts';
import { logoMark } from './layout/Header.tsx';
import { formatTitle } from './layout/PageHeading.tsx';
import { contactLink } from './links.ts';
import { loadError, loadingTitle, notFound, reloadPage } from './messages.ts';
import { basePath, matchPage, type PageName } from './routes.ts';
import { createServices } from './services.ts';
import type { Settings } from './settings.ts';

/** The inline content of the document. The content security policy has the hash of each file. */
export interface DocumentFiles {
  /** The JavaScript of `loader.ts`, which starts the client script. */
  loader: string;
  /** The CSS of the page. */
  stylesheet: string;
  /** The path on the host of the provider's logo, if it has one. */
  logoUrl?: string;
}

export interface RenderedDocument {
  /** The status of the response: 404 if the path matches no page. */
  status: 200 | 404;
  html: string;
}

/** Renders the documents, which are the same for every subscriber until the script runs. */
export function renderDocuments(
  hostSettings: Settings,
  files: DocumentFiles,
): Readonly<Record<PageName, RenderedDocument>> {
  const settings = { ...hostSettings, logoUrl: files.logoUrl };
  const index = renderDocument(settings, files, notFound.title, renderPage(settings, '/'));
  // The loader fills in the name and the links of the brief and the subscriber.
  const feedbackPath = '/subscriber/brief/contact';
  const brief = { name: '', fullName: '' };
  const feedback = renderDocument(
    settings,
    files,
    loadingTitle,
    renderPage(settings, feedbackPath),
    `<template id="${elementIds.loadedPage}">${renderPage(settings, feedbackPath, brief)}</template>`,
  );
  return {
    index: { status: 200, html: index },
    feedback: { status: 200, html: feedback },
    unknown: { status: 404, html: index },
  };
}

/** Finds the document for a path, which includes the base path but no query. */
export function matchDocument(path: string): PageName {
  return matchPage(path.slice(basePath.length) || '/');
}

function renderDocument(
  settings: Settings,
  files: DocumentFiles,
  title: string,
  page: string,
  template = '',
): string {
  const embeddedSettings = JSON.stringify(settings).replaceAll('<', '\\u003c');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>${escapeHtml(formatTitle(title, settings.providerName))}</title>
<script>${files.loader}</script>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="theme-color" content="#071630">
<link rel="icon" href="${icon}">
<style>${files.stylesheet}</style>
</head>
<body>
<div id="${elementIds.root}">${page}</div>
${template}${renderLoadError(settings)}
<script type="application/json" id="${elementIds.settings}">${embeddedSettings}</script>
</body>
</html>
`;
}

/** The favicon as a data URL, which saves a request. */
const icon = `data:image/svg+xml,${encodeURIComponent(
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 -2 36 36"><path d="${logoMark}" fill="#fff" stroke="#071630" stroke-width="3"/></svg>`,
)}`;

/**
 * Renders the body of a page.
 * @param path relative to the base path
 */
function renderPage(settings: Settings, path: string, shownBrief?: BriefNames): string {
  return renderToString(
    <StaticRouter basename={basePath} location={`${basePath}${path}`}>
      <App settings={settings} services={createServices()} shownBrief={shownBrief} />
    </StaticRouter>,
  );
}

/** Renders the error that the loader shows if the client script cannot be loaded. */
function renderLoadError(settings: Settings): string {
  const contact = contactLink(settings);
  return renderToString(
    <div id={elementIds.loadError} className="alert" data-type="error" role="alert" hidden>
      <StatusIcon type="error" />
      <p className="alert-text">{loadError.text}</p>
      <div className="button-row">
        {/* biome-ignore lint/a11y/useValidAnchor: an empty href reloads the page without the script */}
        <a className="btn btn-primary" href="">
          {reloadPage}
        </a>
        <a className="btn btn-outline-primary" href={contact.href}>
          {contact.text}
        </a>
      </div>
    </div>,
  );
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
