import { type ErrorRequestHandler, Router } from 'express';
import type { ContractContext } from '../../contract/index.ts';
import { createCoverage } from '../journal/coverage.ts';
import type { Journal } from '../journal/journal.ts';
import type { MockData } from '../operations/mockData.ts';
import { TesterEndedError, type Testers } from '../operations/testers.ts';
import type { Reloadable } from '../reloadOnChange.ts';
import type { RequestForwarder } from '../respond/forwardRequest.ts';
import { sendProblem } from '../respond/sendProblem.ts';
import { formatScenarios } from '../scenarios/formatScenarios.ts';
import { FilterError } from '../scenarios/matchFields.ts';
import { createProblem, problemMediaType } from '../scenarios/problem.ts';
import { findBrowserAsset } from './browserAssets.ts';
import type { ConsoleData } from './consoleData.ts';
import { describeAction, describeClient } from './describeClient.ts';
import { createJournalChanges } from './journalChanges.ts';
import { createJournalRoutes } from './journalRoutes.ts';
import { listScenarios } from './listScenarios.ts';
import type { ConditionContext } from './parseConditions.ts';
import { parseName, rejectBody } from './parseQuery.ts';
import { rejectOtherOrigins } from './rejectOtherOrigins.ts';
import { createTesterRoutes } from './testerRoutes.ts';

export interface ConsoleOptions {
  journal: Journal;
  /** The observer has no data, so its console shows no scenarios. */
  files: Reloadable<{ context: ContractContext; data?: MockData }>;
  /** Forgets the attempts and sessions of a tester, or all of them. The observer has neither. */
  resetState?: (name?: string) => Record<'attempts' | 'sessions', number>;
  testers: Testers;
  /** The run of tests that has started the mock, if it has said so. */
  startedBy?: string | undefined;
  /** The product's URL, for links in a console that is opened at the mock's own URL. */
  productUrl?: string;
  /** The URL of the backend that the observer forwards to. */
  observed?: string;
  /** Forwards what the mock does not know to a backend. */
  forwardRequest?: RequestForwarder | undefined;
  /** The names in a URL of the console that are accepted besides local ones. */
  allowedHosts?: readonly string[] | undefined;
}

/** The product embeds the captcha challenge in a frame, and may run at any origin. */
const framedPath = '/captcha/bframe';

const contentSecurityPolicy = (path: string) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "connect-src 'self'",
    "img-src 'self' data:",
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${path === framedPath ? '*' : "'none'"}`,
  ].join('; ');

/** Creates the routes below `/mock/`: console, journal, coverage, contract and captcha. */
export function createConsoleRoutes({
  journal,
  files,
  resetState,
  testers,
  startedBy,
  productUrl = '',
  observed,
  forwardRequest,
  allowedHosts,
}: ConsoleOptions): Router {
  const coverage = createCoverage(journal);
  const dataFor = (name: string | undefined) => {
    const { data } = files.current();
    return data && testers.dataFor(data, name);
  };
  const currentContext = () => files.current().context;
  const currentContract = () => currentContext().contract;
  const isForwarding = observed !== undefined || forwardRequest !== undefined;
  const conditionContext: ConditionContext = { journal, currentContext, dataFor, isForwarding };
  const changes = createJournalChanges(journal, files);
  const router = Router();
  router.use(({ path }, res, next) => {
    res.set({
      'Cache-Control': 'no-store',
      'Content-Security-Policy': contentSecurityPolicy(path),
      'X-Content-Type-Options': 'nosniff',
    });
    next();
  });
  router.use(rejectOtherOrigins(allowedHosts));
  if (resetState) {
    const { noteReload } = changes;
    const options = { ...conditionContext, testers, startedBy, resetState, noteReload };
    router.use(createTesterRoutes(options));
  }
  router.use('/journal', createJournalRoutes(conditionContext, testers));
  router.post('/reset', rejectBody, (req, res) => {
    const name = parseName(req.query);
    const what = describeAction(req, name === undefined ? 'Reset all' : `Reset ${name}`);
    testers.end(name, 'reset', what + describeClient(req));
    if (name === undefined) coverage.reset();
    res.json({ ...resetState?.(name), entries: journal.reset(name) });
    changes.noteReload();
  });
  router.get('/changes', changes.sendChanges);
  router.get('/coverage', ({ query }, res) => {
    res.json(coverage.measure(currentContract(), parseName(query)));
  });
  router.get('/scenarios.yaml', ({ query }, res, next) => {
    const data = dataFor(parseName(query));
    if (!data) return next();
    res.type('application/yaml; charset=utf-8').send(formatScenarios(data.scenarios.list));
  });
  router.get('/console.json', (req, res) => {
    const { operations } = currentContract();
    const name = parseName(req.query);
    const data = dataFor(name);
    // The host also serves the product.
    const pageOrigin = req.headers['x-forwarded-host'] ? '' : productUrl;
    const pageUrl = (briefId: string) => {
      const id = name === undefined ? briefId : `${briefId}.${name}`;
      return `${pageOrigin}/app/subscriber-feedback/3141592/${encodeURIComponent(id)}/contact`;
    };
    res.json({
      name: observed === undefined ? 'Mock API' : `Contract observer of ${observed}`,
      operations: operations.map(({ id, method, path }) => ({ id, method, path })),
      warnings: data?.warnings ?? [],
      ...(data && { groups: listScenarios(data, operations, pageUrl) }),
    } satisfies ConsoleData);
  });
  router.get('/openapi.yaml', (_req, res) => {
    // A browser shows plain text, and saves YAML as a file.
    res.type('text/plain; charset=utf-8').send(currentContract().source);
  });
  router.get('/{*path}', async (req, res, next) => {
    const asset = await findBrowserAsset(req.path.slice(1));
    if (!asset) return next();
    res.type(`${asset.mediaType}; charset=utf-8`).send(asset.body);
  });
  router.use(({ method, path }, res) =>
    sendProblem(res, 404, `There is no ${method} /mock${path}.`),
  );
  router.use(rejectFilter);
  return router;
}

const rejectFilter: ErrorRequestHandler = (error, _req, res, next) => {
  if (error instanceof FilterError) return sendProblem(res, 400, error.message);
  if (!(error instanceof TesterEndedError)) return next(error);
  const { message, reason } = error;
  res
    .status(410)
    .type(problemMediaType)
    .json({ ...createProblem(410, message), reason });
};
