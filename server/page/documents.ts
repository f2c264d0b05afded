import { validateHeaderValue } from 'node:http';
import { matchDocument, type RenderedDocument, renderDocuments } from '../../client/document.tsx';
import type { Config } from '../config/config.ts';
import type { Handler } from '../locals.ts';
import { createDocumentPolicyHeaders } from '../middleware/contentSecurityPolicy.ts';
import { securityHeaders } from '../middleware/sharedHeaders.ts';
import { assetsPath, basePath, isUnder } from '../paths.ts';
import type { ClientFiles } from './clientFiles.ts';
import { encode, isCached, selectVariant, type Variant } from './encodings.ts';

/** A document in one encoding, with all its headers but the request id as `writeHead` takes them. */
interface PreparedVariant extends Variant {
  headers: readonly string[];
  /** The headers of a 304. */
  cachedHeaders: readonly string[];
}

interface PreparedDocument {
  status: RenderedDocument['status'];
  variants: readonly PreparedVariant[];
}

export type PreparedDocuments = Readonly<
  Record<ReturnType<typeof matchDocument>, PreparedDocument>
>;

/**
 * Renders and compresses the documents. Their headers are prepared too and sent in one call; setting them
 * one by one takes a tenth of the time.
 */
export function prepareDocuments(
  config: Config,
  files: ClientFiles['document'],
): PreparedDocuments {
  const sharedHeaders = new Map([
    ...securityHeaders,
    ...Object.entries(createDocumentPolicyHeaders(config, files)),
    // `no-store` would keep the page out of the back/forward cache, and a proxy that changes the page break its hashes.
    ['Cache-Control', 'private, no-cache, no-transform'],
    ['Vary', 'Accept-Encoding'],
    ['X-Robots-Tag', 'noindex'],
  ]);

  // An invalid value would otherwise make every document a 500.
  for (const [name, value] of sharedHeaders) validateHeaderValue(name, value);

  const prepareVariant = (variant: Variant): PreparedVariant => {
    const { encoding, body, etag } = variant;
    const cachedHeaders = [...sharedHeaders, ['ETag', etag]].flat();
    const headers = [...cachedHeaders, 'Content-Type', 'text/html; charset=utf-8'];
    if (encoding !== 'identity') headers.push('Content-Encoding', encoding);
    return { ...variant, cachedHeaders, headers: [...headers, 'Content-Length', `${body.length}`] };
  };

  const prepare = ({ status, html }: RenderedDocument): PreparedDocument => ({
    status,
    variants: encode(html).map(prepareVariant),
  });

  const rendered = renderDocuments(config.settings, files);
  return {
    index: prepare(rendered.index),
    feedback: prepare(rendered.feedback),
    unknown: prepare(rendered.unknown),
  };
}

/** Serves a document for every path under `basePath` but those of the assets and those with repeated slashes. */
export function documents(prepared: PreparedDocuments): Handler {
  return (req, res, next) => {
    const { path, method } = req;
    const isDocument =
      isUnder(basePath, path) && !isUnder(assetsPath, path) && !path.includes('//');
    if (!isDocument || !/^(?:GET|HEAD)$/.test(method)) return next();

    const { status, variants } = prepared[matchDocument(path)];
    const { body, etag, headers, cachedHeaders } = selectVariant(variants, req);
    const requestId = ['X-Request-Id', res.locals.requestId];
    if (status === 200 && isCached(req, res, etag)) {
      res.writeHead(304, [...cachedHeaders, ...requestId]).end();
    } else {
      res.writeHead(status, [...headers, ...requestId]).end(body);
    }
  };
}
