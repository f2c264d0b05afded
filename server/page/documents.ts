import { validateHeaderValue } from 'node:http';
import { matchDocument, type RenderedDocument, renderDocuments } from '../../client/document.tsx';
import type { Config } from '../config/config.ts';
import type { Handler } from '../locals.ts';
import { assetsPath, basePath, isUnder } from '../paths.ts';
import { createDocumentPolicyHeaders } from '../responses/contentSecurityPolicy.ts';
import { type HeaderList, prepareHeaders } from '../responses/prepareHeaders.ts';
import { encode, isCached, selectVariant, type Variant } from './encodings.ts';
import type { ClientFiles } from './loadClientFiles.ts';

/** A document in one encoding, with functions that return the headers of a 200 or 404, and of a 304. */
interface PreparedVariant extends Variant {
  createHeaders(requestId: string): HeaderList;
  createCachedHeaders(requestId: string): HeaderList;
}

interface PreparedDocument {
  status: RenderedDocument['status'];
  variants: readonly PreparedVariant[];
}

export type PreparedDocuments = Readonly<
  Record<ReturnType<typeof matchDocument>, PreparedDocument>
>;

/** Renders and compresses the documents. */
export function prepareDocuments(
  config: Config,
  files: ClientFiles['document'],
): PreparedDocuments {
  const sharedHeaders = {
    ...createDocumentPolicyHeaders(config, files),
    // `no-store` would keep the page out of the back/forward cache, and a proxy that changes the page break its hashes.
    'Cache-Control': 'private, no-cache, no-transform',
    Vary: 'Accept-Encoding',
    'X-Robots-Tag': 'noindex',
  };

  // An invalid value would otherwise make every document a 500.
  for (const [name, value] of Object.entries(sharedHeaders)) {
    validateHeaderValue(name, value);
  }

  const prepareVariant = (variant: Variant): PreparedVariant => {
    const { encoding, body, etag } = variant;
    const cachedHeaders = { ...sharedHeaders, ETag: etag };
    return {
      ...variant,
      createCachedHeaders: prepareHeaders(cachedHeaders),
      createHeaders: prepareHeaders({
        ...cachedHeaders,
        'Content-Type': 'text/html; charset=utf-8',
        'Content-Encoding': encoding === 'identity' ? undefined : encoding,
        'Content-Length': `${body.length}`,
      }),
    };
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

/** Creates a handler that serves a document for every path under `basePath` except those of the assets. */
export function documents(prepared: PreparedDocuments): Handler {
  return (req, res, next) => {
    const { path, method } = req;
    const isDocument = isUnder(basePath, path) && !isUnder(assetsPath, path);
    if (!isDocument || !/^(?:GET|HEAD)$/.test(method)) return next();

    const { requestId } = res.locals;
    const { status, variants } = prepared[matchDocument(path)];
    const { body, etag, createHeaders, createCachedHeaders } = selectVariant(variants, req);
    if (status === 200 && isCached(req, res, etag)) {
      res.writeHead(304, createCachedHeaders(requestId)).end();
    } else {
      res.writeHead(status, createHeaders(requestId)).end(body);
    }
  };
}
