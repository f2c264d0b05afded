import { renderToString } from 'react-dom/server';
import { StaticRouter } from 'react-router-dom';
import { App } from './App.tsx';
import { rootId, settingsId } from './documentIds.ts';
import { letterMark } from './frame/letterMark.ts';
import { pageTitle } from './frame/PageHeading.tsx';
import { basePath, type PageName, pageAt } from './routes.ts';
import { createServices } from './services.ts';
import type { Settings } from './settings.ts';

/** Where the product lives, without a trailing slash. */
export { basePath };

/** Addresses of the built client's files, absolute paths on the host. */
export interface DocumentFiles {
  script: string;
  stylesheet: string;
}

export interface RenderedDocument {
  /** 404 where the address names no page. */
  status: 200 | 404;
  html: string;
}

/** For each page, its title before the script runs and an address at which it shows that. */
const pages = {
  index: { status: 200, title: 'Page not found', example: '/' },
  feedback: { status: 200, title: 'Loading...', example: '/0/0/contact' },
  unknown: { status: 404, title: 'Page not found', example: '/' },
} as const satisfies Record<PageName, { status: 200 | 404; title: string; example: string }>;

/**
 * Makes the function that renders the document for a path (with the base path, without the query). A
 * page looks the same for everybody until its script has run, so each is rendered once.
 */
export function createDocumentRenderer(settings: Settings, files: DocumentFiles) {
  const bodies = {
    index: renderPage(settings, 'index'),
    feedback: renderPage(settings, 'feedback'),
    unknown: renderPage(settings, 'unknown'),
  } satisfies Record<PageName, string>;
  const data = JSON.stringify(settings).replaceAll('<', '\\u003c');

  return function renderDocument(path: string, nonce: string): RenderedDocument {
    const page = pageAt(path.slice(basePath.length) || '/');
    const { status, title } = pages[page];
    return {
      status,
      html: `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>${escapeHtml(pageTitle(title, settings.providerName))}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="${icon}">
<link rel="stylesheet" href="${files.stylesheet}">
<script type="module" nonce="${nonce}" src="${files.script}"></script>
</head>
<body>
<div id="${rootId}">${bodies[page]}</div>
<script type="application/json" id="${settingsId}">${data}</script>
</body>
</html>
`,
    };
  };
}

/** Inside the document, because one more request would weigh more than the icon. */
const icon = `data:image/svg+xml,${encodeURIComponent(
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 -2 36 36"><path d="${letterMark}" fill="#fff" stroke="#071630" stroke-width="3"/></svg>`,
)}`;

function renderPage(settings: Settings, page: PageName): string {
  return renderToString(
    <StaticRouter basename={basePath} location={`${basePath}${pages[page].example}`}>
      <App services={createServices(settings)} />
    </StaticRouter>,
  );
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
