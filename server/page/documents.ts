import { randomUUID } from 'node:crypto';
import type { RequestHandler } from 'express';
import { createDocumentRenderer } from '../../client/document.tsx';
import type { Settings } from '../../client/settings.ts';
import { createDocumentPolicy } from '../middleware/contentSecurityPolicy.ts';
import type { ClientFiles } from './clientFiles.ts';

/** Serves a document for every path. */
export function documents(settings: Settings, files: ClientFiles['document']): RequestHandler {
  const renderDocument = createDocumentRenderer(settings, files);
  const policyFor = createDocumentPolicy(settings.captcha.scriptUrl);
  return (req, res) => {
    // Node caches random bytes for UUIDs, which makes this cheaper than randomBytes().
    const nonce = randomUUID().replaceAll('-', '');
    const { status, html } = renderDocument(req.baseUrl + req.path, nonce);
    res
      .status(status)
      .set({
        'Cache-Control': 'no-store',
        'Content-Security-Policy': policyFor(nonce),
        'X-Robots-Tag': 'noindex',
      })
      .type('html')
      .send(html);
  };
}
