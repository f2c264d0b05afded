import express, {
  type ErrorRequestHandler,
  type RequestHandler,
  type Response,
  Router,
} from 'express';
import { type Contract, ContractError } from '#contract';
import { parseData } from '../operations/parseData.ts';
import { startAgain } from '../operations/Testers.ts';
import { FilterError } from '../scenarios/matchFields.ts';
import { createProblemDetails, problemMediaType } from '../scenarios/problemDetails.ts';
import { expectRequests, readJournal } from './checkRequests.ts';
import { describeClient } from './describeClient.ts';
import { parseFlag, rejectBody, requireName } from './parseQuery.ts';
import { type Review, reviewAtEnd, reviewRequests } from './reviewRequests.ts';
import {
  type Call,
  MismatchError,
  parseCall,
  rejectParameters,
  type TesterRouteOptions,
  waitUntil,
} from './testerCall.ts';

/**
 * The API of one tester, for `testing/` and for tests without Node.js; `docs/qa.md` lists it. Opening a name results in
 * a token, which every later call has as the parameter `tester` and every response repeats. A call results in a 410
 * once the requests of the tester are no longer all there, or no longer its own.
 */
export function createTesterRoutes(options: TesterRouteOptions): Router {
  const handle =
    (handler: (call: Call, res: Response, body: unknown) => unknown): RequestHandler =>
    (req, res) =>
      handler(parseCall(req, res, options), res, req.body);

  const router = Router();
  router.post('/testers', rejectBody, createOpener(options));
  router.get('/journal', leaveToConsole, handle(readJournal));
  router.post('/expect', rejectBody, handle(expectRequests));
  const readText = express.text({ type: () => true, limit: '100kb' });
  router.post('/scenarios', readText, handle(addScenarios));
  router.post('/reset', leaveToConsole, rejectBody, handle(reset));
  router.post('/finish', rejectBody, handle(finish));
  router.use(sendMismatch);
  return router;
}

/** Anybody may read the journal and reset it without a token. */
const leaveToConsole: RequestHandler = ({ query }, _res, next) =>
  next(query.tester === undefined ? 'route' : undefined);

/** `POST /mock/testers?name=anna`: opens a name, and forgets what was there before. */
function createOpener({
  journal,
  testers,
  resetState,
  noteReload,
  startedBy,
}: TesterRouteOptions): RequestHandler {
  return (req, res) => {
    const { by: _, ...query } = req.query;
    const name = requireName(query);
    const lastId = journal.lastId();
    const { token } = testers.open(name, lastId, describeClient(req));
    const nameless = testers.nameless(lastId).token;
    resetState(name);
    journal.reset(name);
    noteReload();
    res.json({ tester: token, name, lastId, nameless, startedBy: startedBy ?? null });
  };
}

/** `POST /mock/scenarios?tester=…`: adds scenarios in the form of the data file. */
function addScenarios(call: Call, res: Response, body: unknown) {
  const { tester, testers, query, currentContext, noteReload } = call;
  rejectParameters(query);
  const source = typeof body === 'string' ? body : '';
  const data = parseAdded(source, tester.name, currentContext().contract);
  testers.add(tester, data);
  noteReload();
  res.json({ tester: tester.token, added: data.scenarios.ids });
}

/** @throws {FilterError} with all problems of the file */
function parseAdded(source: string, name: string, contract: Contract) {
  try {
    const data = parseData(source, 'body', contract);
    const { briefs, users, scenarios } = data;
    const named = scenarios.ids.filter((id) => id.endsWith(`.${name}`));
    const problems = named.map((id) => `"${id}": expected the id without the tester's name.`);
    if (briefs.size + users.size + scenarios.list.length === 0)
      problems.push('The body: expected at least one scenario.');
    if (problems.length > 0) throw new ContractError(problems);
    return data;
  } catch (error) {
    if (!(error instanceof ContractError)) throw error;
    throw new FilterError(error.problems.join(' '), { cause: error });
  }
}

/** `POST /mock/reset?tester=…`: starts again, unless the requests so far have problems. */
async function reset(call: Call, res: Response) {
  const { tester, journal, resetState, noteReload } = call;
  const { problems, warnings } = await reviewRequests(call);
  if (problems.length > 0)
    throw new MismatchError(`The tester "${tester.name}" was not reset, because of:`, problems);

  const removed = { ...resetState(tester.name), entries: journal.reset(tester.name) };
  startAgain(tester, journal.lastId(), removed.entries);
  noteReload();
  res.json({ tester: tester.token, ...removed, warnings });
}

/** `POST /mock/finish?tester=…`: ends the tester, and reports the problems of a test that has passed. */
async function finish(call: Call, res: Response) {
  const { tester, journal, testers, resetState, noteReload } = call;
  const { passed, ...query } = call.query;
  const { token, name } = tester;
  const hasPassed = parseFlag('passed', passed) ?? true;
  let review: Review = { problems: [], warnings: [] };
  if (hasPassed) {
    await waitUntil(call, () => false, call.settleMs);
    review = await reviewAtEnd({ ...call, query });
  }

  testers.end(name, 'finished', 'it was finished');
  if (hasPassed && review.problems.length === 0) {
    journal.reset(name);
    resetState(name);
  } else {
    // Somebody may want to look at the requests of a test that has failed.
    journal.finish(name);
  }
  noteReload();
  if (review.problems.length > 0)
    throw new MismatchError(`The tester "${name}" has finished with problems:`, review.problems);
  res.json({ tester: token, warnings: review.warnings });
}

const sendMismatch: ErrorRequestHandler = (error, _req, res, next) => {
  if (!(error instanceof MismatchError)) return next(error);
  const { message, details, count } = error;
  res
    .status(422)
    .type(problemMediaType)
    .json({ ...createProblemDetails(422, message), details, count });
};
