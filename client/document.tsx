import { renderToString } from 'react-dom/server';
import { StaticRouter } from 'react-router-dom';
import { App } from './App.tsx';
import { StatusIcon } from './alerts/StatusIcon.tsx';
import type { BriefNames } from './api/feedbackApi.ts';
import { elementIds } from './elementIds.ts';
import { logoMark } from './layout/Logo.tsx';
import { formatTitle } from './layout/PageHeading.tsx';
import { placeholders } from './links.ts';
import { loadError, loading, notFound } from './messages.ts';
import { basePath, matchPage, type PageName } from './routes.ts';
import { createServices } from './services.ts';
import type { Settings } from './settings.ts';

/** What the document contains inline. The content security policy has the hash of each. */
export interface DocumentFiles {
  /** The JavaScript of `loader.ts`, which starts the client script. */
  loader: string;
  /** CSS. */
  stylesheet: string;
}

export interface RenderedDocument {
  /** 404 if the path matches no page. */
  status: 200 | 404;
  html: string;
}

interface Page {
  status: RenderedDocument['status'];
  /** The document's title until the script runs. */
  title: string;
  /** A path, relative to the base path, at which the app renders this page. */
  path: string;
  /** Whether the loader may show the page before the client script. */
  hasTemplate?: true;
}

const pages: Readonly<Record<PageName, Page>> = {
  index: { status: 200, title: notFound.title, path: '/' },
  feedback: {
    status: 200,
    title: loading.title,
    path: `/${placeholders.subscriberId}/brief/contact`,
    hasTemplate: true,
  },
  unknown: { status: 404, title: notFound.title, path: '/' },
};

/** Renders the documents, which are the same for every subscriber until the script runs. */
export function renderDocuments(
  settings: Settings,
  files: DocumentFiles,
): Readonly<Record<PageName, RenderedDocument>> {
  return {
    index: renderDocument(settings, files, pages.index),
    feedback: renderDocument(settings, files, pages.feedback),
    unknown: renderDocument(settings, files, pages.unknown),
  };
}

/** Finds the document for a path, which includes the base path but no query. */
export function matchDocument(path: string): PageName {
  return matchPage(path.slice(basePath.length) || '/');
}

function renderDocument(settings: Settings, files: DocumentFiles, page: Page): RenderedDocument {
  const embeddedSettings = JSON.stringify(settings).replaceAll('<', '\\u003c');
  return {
    status: page.status,
    html: `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>${escapeHtml(formatTitle(page.title, settings.providerName))}</title>
<script>${files.loader}</script>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="theme-color" content="#071630">
<link rel="icon" href="${icon}">
<style>${files.stylesheet}</style>
</head>
<body>
<div id="${elementIds.root}">${renderPage(settings, page)}</div>
${page.hasTemplate ? renderTemplate(settings, page) : ''}${renderLoadError()}
<script type="application/json" id="${elementIds.settings}">${embeddedSettings}</script>
</body>
</html>
`,
  };
}

/** A data URL, to save a request. */
const icon = `data:image/svg+xml,${encodeURIComponent(
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 -2 36 36"><path d="${logoMark}" fill="#fff" stroke="#071630" stroke-width="3"/></svg>`,
)}`;

function renderPage(settings: Settings, { path }: Page, shownBrief?: BriefNames): string {
  return renderToString(
    <StaticRouter basename={basePath} location={`${basePath}${path}`}>
      <App settings={settings} services={createServices()} shownBrief={shownBrief} />
    </StaticRouter>,
  );
}

/** The page with placeholders, which the loader fills in. */
function renderTemplate(settings: Settings, page: Page): string {
  const html = renderPage(settings, page, { name: placeholders.name, fullName: '' });
  return `<template id="${elementIds.loadedPage}">${html}</template>\n`;
}

/** Shown by the loader if the client script cannot be loaded. */
function renderLoadError(): string {
  return renderToString(
    <div id={elementIds.loadError} className="alert-stack" role="alert" hidden>
      <div className="alert">
        <StatusIcon type="error" />
        <p className="alert-text">{loadError.text}</p>
        {/* biome-ignore lint/a11y/useValidAnchor: an empty href reloads the page without the script */}
        <a className="btn btn-primary" href="">
          {loadError.reload}
        </a>
      </div>
    </div>,
  );
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
