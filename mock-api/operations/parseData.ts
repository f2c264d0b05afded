import { type Contract, ContractError, parseSource, type RewrittenNumber } from '#contract';
import type { Brief, CurrentUser } from '#openapi';
import {
  type DataProblem,
  parseScenarios,
  type ScenarioRows,
} from '../scenarios/parseScenarios.ts';
import { createScenarioSet, replaceScenarios, type ScenarioSet } from '../scenarios/scenarioSet.ts';
import { type CompletedValue, createCompleter } from './completer.ts';
import { findIdProblems } from './findIdProblems.ts';
import type { MockData, MockUser } from './mockData.ts';
import { validateData } from './validateData.ts';

interface ParseOptions {
  /** The scenarios of the mock's own data file, which those of this file replace if they have the same id. */
  base?: ScenarioSet;
  /** Whether to leave out the briefs and users. */
  onlyScenarios?: boolean;
}

/** The content of a data file that conforms to `data.schema.json`. */
interface DataSource {
  briefs?: Readonly<Record<string, Partial<Brief>>>;
  users?: Readonly<Record<string, Partial<CurrentUser> & Partial<UserSettings>>>;
  scenarios?: ScenarioRows;
}

type UserSettings = Omit<MockUser, 'profile'>;

/**
 * Parses a data file: scenarios, and briefs and users, which are completed from the contract and validated as bodies of
 * its responses. An unknown property is a problem, because it is probably misspelt.
 * @throws {ContractError} with the file, the line and the reason of each problem
 */
export function parseData(
  source: string,
  file: string,
  contract: Contract,
  { base = createScenarioSet([]), onlyScenarios = false }: ParseOptions = {},
): MockData {
  rejectTemplates(source, file);
  const { document, lineOf, findRewrittenNumbers } = parseSource(source, file);
  const numbers = findRewrittenNumbers().filter(isChanged);
  if (numbers.length > 0) {
    throw new ContractError(numbers.map((one) => `${file}:${one.line} ${describeNumber(one)}`));
  }
  const rejectAny = (problems: readonly DataProblem[]) => {
    if (problems.length === 0) return;
    throw new ContractError(
      problems.map(({ pointer, message }) => `${file}:${lineOf(pointer)} ${message}`),
    );
  };
  rejectAny(validateData(document));

  const ownNames = ['password', 'passwordExpired'];
  const brief = createCompleter<Brief>(contract, '/briefs', 'getBrief');
  const user = createCompleter<CurrentUser>(contract, '/users', 'getCurrentUser', ownNames);
  const { scenarios = {}, ...people }: DataSource = document;
  const { briefs: briefRows = {}, users: userRows = {} } = onlyScenarios ? {} : people;
  const briefs = completeRows(briefRows, brief.complete);
  const users = completeRows(
    userRows,
    (userId, { password = '', passwordExpired = false, ...given }) => {
      const { value, problems } = user.complete(userId, given, { userId });
      return { value: { password, passwordExpired, profile: value }, problems };
    },
  );
  const { scenarios: list, problems } = parseScenarios(scenarios, contract);
  const identified = { briefs: briefRows, users: userRows, scenarios, list };
  rejectAny([
    ...briefs.problems,
    ...users.problems,
    ...problems,
    ...findIdProblems(identified, base.ids, contract),
  ]);

  const schemes = contract.operations.flatMap(({ security }) => security.flat());
  return {
    briefs: briefs.values,
    users: users.values,
    scenarios: replaceScenarios(base, createScenarioSet(list)),
    sessionCookie: schemes.find((scheme) => scheme.in === 'cookie')?.key ?? 'JSESSIONID',
    defaults: { brief: brief.defaults, user: user.defaults },
  };
}

/** Rejects templates such as `{{id}}`, which earlier versions replaced by values of the request. */
function rejectTemplates(source: string, file: string): void {
  const line = source.split('\n').findIndex((text) => text.includes('{{')) + 1;
  if (line === 0) return;
  const advice = 'Write the value, or, for the characters themselves, "\\x7B{" in double quotes.';
  throw new ContractError([`${file}:${line} Templates: {{ is not replaced. ${advice}`]);
}

/** Whether a number would be sent or compared with another text or value than in the file, such as `007`. */
function isChanged({ names, text, value }: RewrittenNumber): boolean {
  const [place, part] = names.filter((name, i) => i > 1 && name !== 'steps');
  const isText = place === 'headers' || (place === 'when' && part !== 'body');
  // JSON has no number that begins with 0.
  if (isText || /^[-+]?0\d/.test(text)) return true;
  return /^[-+]?\d+$/.test(text) && BigInt(text) !== BigInt(value);
}

function describeNumber({ names, text, value }: RewrittenNumber): string {
  const path = names.slice(1).join('.');
  return `"${path}": without quotes, ${text} is the number ${value}; write "${text}".`;
}

/** Completes the values in a section of the data file, and collects their problems. */
function completeRows<Row, Value>(
  rows: Readonly<Record<string, Row>>,
  complete: (id: string, row: Row) => CompletedValue<Value>,
) {
  const completed = Object.entries(rows).map(([id, row]) => ({ id, ...complete(id, row) }));
  return {
    values: new Map(completed.map(({ id, value }) => [id, value])),
    problems: completed.flatMap(({ problems }) => problems),
  };
}
