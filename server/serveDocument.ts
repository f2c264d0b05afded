import type { RequestHandler } from 'express';
import { createDocumentRenderer } from '../client/document.tsx';
import type { Settings } from '../client/settings.ts';
import type { ClientFiles } from './clientFiles.ts';

/** Serves the page: the same document for every address under the base path. */
export function serveDocument(settings: Settings, files: ClientFiles['document']): RequestHandler {
  const render = createDocumentRenderer(settings, files);
  return (req, res) => {
    const { status, html } = render(req.baseUrl + req.path, res.locals.nonce);
    res.status(status).set('Cache-Control', 'no-store').type('html').send(html);
  };
}
