import { hostname } from 'node:os';
import { captchaBehaviours } from '../captcha/captchaBehaviours.ts';
import { describeNames } from '../scenarios/findClosest.ts';
import { expectedName, validName } from '../scenarios/testerName.ts';
import { encodeConditions, fieldsOf, requireJson } from './encodeConditions.ts';
import { callMock, createMockError, MockError, type Reply } from './mockClient.ts';
import { watchNameless } from './namelessRequests.ts';
import type {
  Expectation,
  ExpectedFields,
  NewScenarios,
  RequestFilter,
  Tester,
  TesterOptions,
  WaitOptions,
} from './tester.ts';
import { describeCall, trackCalls } from './trackCalls.ts';

export { MockError } from './mockClient.ts';
export type * from './tester.ts';

/**
 * Opens a name, and forgets what an earlier run has left under it. Testers with different names do not affect each
 * other; an earlier tester with the same name ends.
 * @param name letters, digits, `-` and `_`, but not `json`, `xml`, `html` or `none`
 * @throws {MockError} if there is no mock
 * @example
 * const anna = await forTester('anna');
 * await page.goto(anna.pageUrl('daily-harvest'));
 * // Write a message and submit it.
 * await anna.expectDelivered({ text: 'I read you every morning.' });
 * await anna.finish();
 */
export async function forTester(name: string, options: TesterOptions = {}): Promise<Tester> {
  if (typeof name !== 'string' || !validName.test(name)) {
    throw new TypeError(`The name of a tester: expected ${expectedName}, got ${name}.`);
  }
  const settings = completeOptions(options);
  const { url, test } = settings;
  const consoleUrl = `${url}/mock/?view=requests&name=${name}`;
  const opened = await callMock(`${url}/mock/testers`, {
    query: new URLSearchParams({ name, by: describeProcess(test) }),
    parts: ['tester', 'nameless', 'lastId', 'startedBy'],
    consoleUrl,
  });
  watchNameless(url, opened);
  const { tester: token } = opened;
  const noRequests = false;
  return createTester({ ...settings, name, token, consoleUrl, noRequests, allowances: [] });
}

/** @throws {TypeError} for options that would be ignored */
function completeOptions(options: TesterOptions) {
  requireJson('The options', options);
  const { url, timeoutMs = 10_000, settleMs = 250, strict = false, test, ...others } = options;
  const [unknown] = Object.keys(others);
  if (unknown === undefined) {
    return { url: `${url ?? defaultUrl()}`.replace(/\/+$/, ''), timeoutMs, settleMs, strict, test };
  }
  const expected = 'expected url, timeoutMs, settleMs, strict and test';
  throw new TypeError(`The options: ${expected}, got ${unknown}.`);
}

/** Returns the mock's URL: `MOCK_URL` of the environment, or that of a host on this machine. */
export function defaultUrl(): string {
  return process.env.MOCK_URL ?? 'http://localhost:3000';
}

/** A name that no other tester has. */
export function randomName(): string {
  return `t${crypto.randomUUID().slice(0, 8)}`;
}

/** Describes this process for the error of an earlier tester with the same name. */
function describeProcess(test: string | undefined): string {
  const title = test === undefined ? '' : `, test "${test}"`;
  return `process ${process.pid} on ${hostname()}${title}`;
}

/** An open tester, and what the test has allowed so far. */
interface Session extends ReturnType<typeof completeOptions> {
  name: string;
  token: string;
  consoleUrl: string;
  allowances: string[];
  noRequests: boolean;
  hasFinished?: boolean;
}

function createTester(session: Session): Tester {
  const { name, url, consoleUrl } = session;
  const requireOpen = (call: string) => rejectLateCall(session, call);
  const { track, takeUnfinished } = trackCalls(requireOpen);
  return {
    name,
    url,
    consoleUrl,

    id(id) {
      requireOpen(describeCall('id', id));
      return `${requireId(id)}.${name}`;
    },

    pageUrl(id, ...captcha) {
      requireOpen(describeCall('pageUrl', id));
      return createPageUrl(url, `${requireId(id)}.${name}`, captcha);
    },

    journal: track('journal', (filter) => readJournal(session, filter)),
    waitFor: track('waitFor', (filter, options) => waitFor(session, filter, options)),

    expectRequests: track('expectRequests', async (filter, expectation) => {
      await countRequests(session, filter, expectation);
    }),

    expectDelivered: track('expectDelivered', async (fields) => {
      const entry = await expectMessage(session, fields, { status: '2xx' }, /^/);
      return { ...entry, deliveredTo: entry.forwardedTo ?? 'mock' };
    }),

    expectAttempt: track('expectAttempt', (fields) =>
      expectMessage(session, fields, {}, /^request\./),
    ),

    addScenarios: track('addScenarios', (scenarios) => addScenarios(session, scenarios)),

    allowUnexpected(filter) {
      requireOpen(describeCall('allowUnexpected', filter));
      fieldsOf('The filter', filter);
      session.allowances.push(encodeFilter(filter, ['unexpected']).toString());
    },

    allowNoRequests() {
      requireOpen(describeCall('allowNoRequests'));
      session.noRequests = true;
    },

    reset: track('reset', () => reset(session)),
    finish: track('finish', (options) => finish(session, takeUnfinished(), options)),
  };
}

/** A call after the end would be about requests that belong to nobody. */
function rejectLateCall({ hasFinished, name, test }: Session, call: string) {
  if (!hasFinished) return;
  const owner = test === undefined ? `of the tester "${name}"` : `of the test "${test}"`;
  throw new MockError(`${call} was called after the end ${owner}.`);
}

function requireId(id: string): string {
  if (typeof id === 'string' && id !== '') return id;
  throw new TypeError(`id: expected a brief id, a user name or the id of a scenario, got "${id}".`);
}

function createPageUrl(url: string, briefId: string, captcha: readonly string[]): string {
  const page = `${url}/app/subscriber-feedback/3141592/${encodeURIComponent(briefId)}/contact`;
  if (captcha.length === 0) return page;
  const [outcome = ''] = captcha;
  const names = Object.keys(captchaBehaviours);
  if (names.includes(outcome)) return `${page}?captcha=${outcome}`;
  throw new TypeError(`captcha: ${describeNames(outcome, names)}, got "${outcome}".`);
}

async function readJournal(session: Session, filter: RequestFilter) {
  const query = encodeFilter(filter);
  return (await call(session, 'journal', ['entries'], query)).entries;
}

async function waitFor(session: Session, filter: RequestFilter, options: WaitOptions = {}) {
  requireJson('The options', options);
  const { timeoutMs = session.timeoutMs, count = 1, ...others } = options;
  const [unknown] = Object.keys(others);
  if (unknown !== undefined)
    throw new TypeError(`The options: expected count and timeoutMs, got ${unknown}.`);
  return countRequests({ ...session, timeoutMs }, filter, { atLeast: count });
}

async function countRequests(session: Session, filter: RequestFilter, expectation: Expectation) {
  requireJson('The number of requests', expectation);
  const numbers = Object.entries(expectation);
  const unknown = numbers.find(([name]) => !numberNames.includes(name));
  if (unknown || numbers.length === 0) {
    const expected = `expected ${numberNames.join(', ')}`;
    throw new TypeError(`The number of requests: ${expected}, got ${JSON.stringify(expectation)}.`);
  }
  const query = encodeFilter(filter, numberNames);
  for (const [name, number] of numbers) query.set(name, `${number}`);
  return (await call(session, 'expect', ['entries'], query)).entries;
}

const numberNames = ['exactly', 'atLeast', 'atMost'];

/** @param rules the rules of the contract that the message and its response must keep */
async function expectMessage(
  session: Session,
  fields: ExpectedFields,
  conditions: RequestFilter,
  rules: RegExp,
) {
  const message = requireJson('The fields', fields) === '{}' ? {} : { body: fields };
  const filter = { operation: 'submitFeedback', ...message, ...conditions } as const;
  const [entry] = await countRequests(session, filter, { exactly: 1 });
  const violations = entry?.violations.filter(({ rule }) => rules.test(rule)) ?? [];
  if (entry && violations.length === 0) return entry;
  const messages = violations.map((one) => one.message);
  const problem = 'The message or its response violates the contract.';
  throw createMockError(problem, messages, session.consoleUrl);
}

async function addScenarios(session: Session, scenarios: NewScenarios) {
  const content = { scenarios: Object.fromEntries(fieldsOf('The scenarios', scenarios)) };
  const text = requireJson('The scenarios', content);
  await call(session, 'scenarios', [], new URLSearchParams(), text);
}

async function reset(session: Session) {
  const { warnings } = await call(session, 'reset', ['warnings'], encodeAllowances(session));
  printWarnings(session, warnings);
}

/** @param unfinished calls that were not awaited, or have not settled */
async function finish(
  session: Session,
  unfinished: readonly string[],
  { hasPassed = true }: { hasPassed?: boolean } = {},
) {
  session.hasFinished = true;
  const query = encodeAllowances(session);
  query.set('passed', `${hasPassed && unfinished.length === 0}`);
  const { warnings } = await call(session, 'finish', ['warnings'], query);
  printWarnings(session, warnings);
  if (!hasPassed || unfinished.length === 0) return;
  const message = 'Calls without "await", or that have not settled:';
  throw createMockError(message, unfinished, session.consoleUrl);
}

/** @param reserved parameters that are no conditions */
function encodeFilter(filter: RequestFilter, reserved: readonly string[] = []) {
  const query = encodeConditions(filter);
  const ownNames = ['name', 'tester', 'timeout', 'settle', 'noRequests', ...reserved];
  const own = ownNames.find((one) => query.has(one));
  if (own === undefined) return query;
  throw new TypeError(`"${own}" is no condition here.`);
}

/** The parameters of the calls that look for what nobody expected. */
function encodeAllowances({ strict, allowances }: Session): URLSearchParams {
  const query = new URLSearchParams({ strict: `${strict}` });
  for (const allowance of allowances) query.append('allow', allowance);
  return query;
}

function printWarnings({ test, name }: Session, warnings: readonly string[]) {
  if (warnings.length > 0) console.warn([test ?? name, ...warnings].join('\n  '));
}

/** Calls the API of the tester. */
function call<Part extends keyof Reply>(
  { url, token, timeoutMs, settleMs, noRequests, consoleUrl }: Session,
  path: 'journal' | 'expect' | 'scenarios' | 'reset' | 'finish',
  parts: readonly Part[],
  query: URLSearchParams,
  content?: string,
): Promise<Pick<Reply, Part>> {
  const own = { tester: token, timeout: timeoutMs, settle: settleMs, noRequests };
  for (const [name, value] of Object.entries(own)) query.set(name, `${value}`);
  const method = path === 'journal' ? 'GET' : 'POST';
  return callMock(`${url}/mock/${path}`, { method, query, parts, content, consoleUrl });
}
