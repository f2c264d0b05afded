import { type Request, type RequestHandler, Router } from 'express';
import type { Contract, ContractContext } from '#contract';
import { createCheckRoutes, sendCheckError } from '../checks/checkRoutes.ts';
import type { ConditionContext } from '../checks/conditionContext.ts';
import { parseName } from '../checks/parseCheck.ts';
import type { Journal } from '../journal/Journal.ts';
import { type MockData, mergeData } from '../operations/mockData.ts';
import type { TesterStore } from '../operations/testerStore.ts';
import { handleConsoleError } from '../respond/errorHandler.ts';
import { sendError } from '../respond/errorReply.ts';
import type { Reloadable } from '../start/reloadOnChange.ts';
import { findBrowserAsset } from './browserAssets.ts';
import type { ConsoleData } from './consoleData.ts';
import { createJournalRoutes } from './journalRoutes.ts';
import { listScenarios } from './listScenarios.ts';
import { rejectOtherOrigins } from './rejectOtherOrigins.ts';
import { ChangeCounter, createRequestsRoute } from './requestsRoute.ts';

export interface ConsoleOptions {
  journal: Journal;
  /** The observer has no data, so its console shows no scenarios. */
  files: Reloadable<{ context: ContractContext; data?: MockData }>;
  /** Forgets the attempts and sessions of a tester, or all of them. */
  resetState(name?: string): Record<'attempts' | 'sessions', number>;
  /** What testers have added to the data. The observer has no data. */
  added?: TesterStore<MockData> | undefined;
  /** The product's URL, for links in a console that is opened at the mock's own URL. */
  productUrl?: string;
  /** The URL of the backend that the observer forwards to. */
  observed?: string | undefined;
  /** Whether a backend sends responses, which may have any status. */
  isForwarding: boolean;
  /** Whether the journal contains bodies. */
  hasBodies: boolean;
  /** The names in a URL of the console that are accepted besides local ones. */
  allowedHosts?: readonly string[] | undefined;
}

/** The product embeds the captcha challenge in a frame, and may run at any origin. */
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

/** Creates the routes below `/mock/`: console, journal, contract and captcha. */
export function createConsoleRoutes(options: ConsoleOptions): Router {
  const { journal, files, resetState, added, allowedHosts, isForwarding, hasBodies } = options;
  const changes = new ChangeCounter();
  const currentContext = () => files.current().context;
  const dataFor = (name: string | undefined) => {
    const { data } = files.current();
    return data && mergeData(data, added?.get(name ?? ''));
  };
  const context: ConditionContext = { journal, currentContext, dataFor, isForwarding, hasBodies };

  const router = Router();
  router.use(setHeaders);
  // They have no data, and the page loads them at whatever name it is opened.
  router.get('/captcha/{*path}', sendBrowserAsset);
  router.use(rejectOtherOrigins(allowedHosts));
  router.use(createCheckRoutes({ ...context, added, resetState, noteChange: changes.increment }));
  router.use('/journal', createJournalRoutes(context));
  router.get('/requests.json', createRequestsRoute(context, files, changes));
  router.get('/console.json', (req, res) => {
    const name = parseName(req.query);
    res.json(describeConsole(req, options, currentContext().contract, dataFor(name), name));
  });
  router.get('/openapi.yaml', (_req, res) => {
    // A browser shows plain text, and saves YAML as a file.
    res.type('text/plain; charset=utf-8').send(currentContext().contract.source);
  });
  router.get('/{*path}', sendBrowserAsset);
  router.use(({ method, path }, res) => sendError(res, 404, `There is no ${method} /mock${path}.`));
  router.use(sendCheckError);
  router.use(handleConsoleError);
  return router;
}

/** @param data undefined for the observer */
function describeConsole(
  { headers }: Request,
  { observed, productUrl = '' }: ConsoleOptions,
  { operations }: Contract,
  data: MockData | undefined,
  name: string | undefined,
): ConsoleData {
  // The host also serves the product.
  const pageOrigin = headers['x-forwarded-host'] ? '' : productUrl;
  const pageUrl = (briefId: string) => {
    const id = name === undefined ? briefId : `${briefId}.${name}`;
    return `${pageOrigin}/app/subscriber-feedback/3141592/${encodeURIComponent(id)}/contact`;
  };
  return {
    name: observed === undefined ? 'Mock API' : `Contract observer of ${observed}`,
    groups: data && listScenarios(data, operations, pageUrl),
  };
}

const sendBrowserAsset: RequestHandler = async ({ path }, res, next) => {
  const asset = await findBrowserAsset(path.slice(1));
  if (!asset) return next();
  res.type(`${asset.mediaType}; charset=utf-8`).send(asset.body);
};
