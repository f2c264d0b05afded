import type { RequestHandler } from 'express';
import { matchDocument, renderDocuments } from '../../client/document.tsx';
import type { Config } from '../config/config.ts';
import { createDocumentPolicyHeaders } from '../middleware/contentSecurityPolicy.ts';
import type { ClientFiles } from './clientFiles.ts';
import { encode, selectVariant, sendVariant } from './encodings.ts';

/** Serves a document for every path. The documents are rendered and compressed once. */
export function documents(
  { settings, cspReportUrl }: Config,
  files: ClientFiles['document'],
): RequestHandler {
  const rendered = renderDocuments(settings, files);
  const encoded = {
    index: encode(rendered.index.html),
    feedback: encode(rendered.feedback.html),
    unknown: encode(rendered.unknown.html),
  };
  const policy = { captchaScriptUrl: settings.captcha.scriptUrl, reportUrl: cspReportUrl };
  const headers = new Map([
    ...Object.entries(createDocumentPolicyHeaders(policy, files)),
    // `no-store` would keep the page out of the back/forward cache.
    ['Cache-Control', 'private, no-cache'],
    ['Content-Type', 'text/html; charset=utf-8'],
    ['X-Robots-Tag', 'noindex'],
  ]);
  return (req, res) => {
    const name = matchDocument(req.baseUrl + req.path);
    res.status(rendered[name].status).setHeaders(headers);
    sendVariant(req, res, selectVariant(encoded[name], req));
  };
}
