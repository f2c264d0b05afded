import type { Settings } from './settings.ts';

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

/** Makes the function that renders the document for a path (with the base path, without the query). */
export function createDocumentRenderer(settings: Settings, files: DocumentFiles) {
  return function renderDocument(path: string, nonce: string): RenderedDocument {
    const data = JSON.stringify(settings).replaceAll('<', '\\u003c');
    return {
      status: path.endsWith('/contact') ? 200 : 404,
      html: `<!doctype html><html lang="en"><head><meta charset="utf-8"><link rel="stylesheet" href="${files.stylesheet}"><script type="module" nonce="${nonce}" src="${files.script}"></script></head><body><div id="root"></div><script type="application/json" id="settings">${data}</script></body></html>`,
    };
  };
}
