import { type Request, type RequestHandler, Router } from 'express';
import { createCheckRoutes, sendCheckError } from '../checks/checkRoutes.ts';
import { parseName } from '../checks/parseCheck.ts';
import type { MockOptions } from '../mockOptions.ts';
import { mergeData } from '../operations/mockData.ts';
import { sendError } from '../respond/defineError.ts';
import { handleConsoleError } from '../respond/errorHandler.ts';
import { findBrowserAsset } from './browserAssets.ts';
import type { ConsoleData } from './consoleData.ts';
import { createJournalRoutes } from './journalRoutes.ts';
import { listScenarios } from './listScenarios.ts';
import { rejectOtherOrigins } from './rejectOtherOrigins.ts';
import { createRequestsRoute } from './requestsRoute.ts';

/** The path of the captcha challenge, which pages of any origin may embed in a frame. */
const framedPath = '/captcha/bframe';

const setHeaders: RequestHandler = ({ path }, res, next) => {
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "connect-src 'self'",
    "img-src 'self' data:",
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${path === framedPath ? '*' : "'none'"}`,
  ];
  res.set({
    'Cache-Control': 'no-store',
    'Content-Security-Policy': policy.join('; '),
    'X-Content-Type-Options': 'nosniff',
  });
  next();
};

/** Creates the routes below `/mock/`: console, journal, checks, contract and captcha. */
export function createConsoleRoutes(options: MockOptions): Router {
  const router = Router();
  router.use(setHeaders);
  // Captcha files contain no data, and the page may be opened at any host name.
  router.get('/captcha/{*path}', sendBrowserAsset);
  router.use(rejectOtherOrigins(options.allowedHosts));
  router.use(createCheckRoutes(options));
  router.use('/journal', createJournalRoutes(options));
  router.get('/requests.json', createRequestsRoute(options));
  router.get('/console.json', (req, res) => {
    res.json(describeConsole(req, options));
  });
  router.get('/openapi.yaml', (_req, res) => {
    // A browser shows plain text, and saves YAML as a file.
    res.type('text/plain; charset=utf-8').send(options.files.current().context.contract.source);
  });
  router.get('/{*path}', sendBrowserAsset);
  router.use(({ method, path }, res) => sendError(res, 404, `There is no ${method} /mock${path}.`));
  router.use(sendCheckError);
  router.use(handleConsoleError);
  return router;
}

function describeConsole({ headers, query }: Request, options: MockOptions): ConsoleData {
  const { files, state, forwarding, productUrl = '' } = options;
  const name = parseName(query);
  const { context, data: base } = files.current();
  const data = mergeData(base, state.added.get(name ?? ''));
  if (!data)
    return { name: `Contract observer of ${forwarding?.backend.origin}`, groups: undefined };

  // The host also serves the product.
  const pageOrigin = headers['x-forwarded-host'] ? '' : productUrl;
  const pageUrl = (briefId: string) => {
    const id = name === undefined ? briefId : `${briefId}.${name}`;
    return `${pageOrigin}/app/subscriber-feedback/3141592/${encodeURIComponent(id)}/contact`;
  };
  return { name: 'Mock API', groups: listScenarios(data, context.contract.operations, pageUrl) };
}

const sendBrowserAsset: RequestHandler = async ({ path }, res, next) => {
  const asset = await findBrowserAsset(path.slice(1));
  if (!asset) return next();
  res.type(`${asset.mediaType}; charset=utf-8`).send(asset.body);
};
