import { isRecord } from '#contract';
import { memberNames, members, type RequestPattern } from '../journal/requestPattern.ts';
import { fieldSources, findPatternProblem } from '../scenarios/fieldPatterns.ts';
import { CheckError } from './CheckError.ts';

export const patternNames: readonly string[] = [...memberNames, ...fieldSources];

/** The former names of members, and the present form of each. */
const replaced: ReadonlyMap<string, string> = new Map([
  ['method', '"operation"'],
  ['path', '"key"'],
  ['ended', '"outcome"'],
  ['after', '"since" in the URL'],
  ['name', '"name" in the URL'],
]);

/**
 * Parses a pattern from JSON.
 * @param names the members that it may have
 * @throws {CheckError} for one that no request can meet
 */
export function parsePattern(given: unknown, names = patternNames): RequestPattern {
  const pattern = requireObject(given);
  for (const [name, value] of Object.entries(pattern)) {
    if (!names.includes(name)) throw createUnknownError(name, names);
    const problem = findProblem(name, value);
    if (problem !== undefined) throw new CheckError(400, `${problem}.`);
  }
  rejectContradiction(pattern);
  return pattern;
}

/**
 * Returns a JSON object as it is.
 * @throws {CheckError} for any other value
 */
export function requireObject(given: unknown): Record<string, unknown> {
  if (isRecord(given)) return given;
  const got = given === undefined ? 'nothing' : JSON.stringify(given);
  const expected = 'expected a JSON object such as {"operation":"getBrief"}, or {} for any';
  throw new CheckError(400, `The pattern: ${expected}, got ${got}.`);
}

/**
 * Parses a pattern from the parameters of a URL, whose values are texts. A repeated parameter is a list.
 * @throws {CheckError}
 */
export function parsePlainPattern(query: Readonly<Record<string, unknown>>): RequestPattern {
  const parsed = Object.entries(query).map(([name, value]) => [name, parsePlain(name, value)]);
  return parsePattern(Object.fromEntries(parsed), memberNames);
}

function parsePlain(name: string, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((one) => parsePlain(name, one));
  if (name === 'status' && /^\d{3}$/.test(`${value}`)) return Number(value);
  const isFlag = name === 'violations' || name === 'unexpected';
  return isFlag && (value === 'true' || value === 'false') ? value === 'true' : value;
}

/** Returns the present form of a condition with a former name; undefined if there is none. */
export function describeSpelling(name: string): string | undefined {
  const [, source, field = '', operator] = /^(body|header|query)\.(.+?)([*~:]?)$/.exec(name) ?? [];
  if (source !== undefined) {
    const value = operator === '*' || operator === '~' ? { contains: '…' } : '…';
    return JSON.stringify({ [source]: { [field]: value } });
  }
  return patternNames.includes(name) ? JSON.stringify({ [name]: '…' }) : replaced.get(name);
}

function createUnknownError(name: string, names: readonly string[]): CheckError {
  const spelling = patternNames.includes(name) ? undefined : describeSpelling(name);
  const place = names === memberNames ? ' in the JSON of POST /mock/journal/find' : '';
  const hint = spelling === undefined ? '' : `; write ${spelling}${place}`;
  const expected = names.join(', ');
  return new CheckError(400, `Unknown member "${name}": expected one of ${expected}${hint}.`);
}

function findProblem(name: string, value: unknown): string | undefined {
  const source = fieldSources.find((one) => one === name);
  if (source !== undefined) return findFieldProblem(source, value);

  const { accepts, expected } = members[name as keyof typeof members];
  const values = [value].flat();
  if (values.length > 0 && values.every(accepts)) return undefined;
  return `${name}: expected ${expected}, got ${JSON.stringify(value)}`;
}

function findFieldProblem(
  source: (typeof fieldSources)[number],
  fields: unknown,
): string | undefined {
  if (!isRecord(fields) || Object.keys(fields).length === 0) {
    const expected = 'expected at least one field, such as {"text":"Hello"}';
    return `${source}: ${expected}, got ${JSON.stringify(fields)}`;
  }

  const problems = Object.entries(fields).flatMap(([field, pattern]) => {
    const problem = findPatternProblem(source, field, pattern);
    return problem === undefined ? [] : `${source}.${field}: ${problem}`;
  });
  return problems[0];
}

/** Rejects a status beside an outcome that has none: only a complete response has a status. */
function rejectContradiction({ status, outcome }: RequestPattern) {
  if (status === undefined || outcome === undefined) return;

  const hasStatus = [status].flat().map((one) => one !== 'none');
  const isPossible = [outcome]
    .flat()
    .some((one) => one !== 'pending' && hasStatus.includes(one === 'completed'));
  if (isPossible) return;
  const got = JSON.stringify({ status, outcome });
  throw new CheckError(400, `status and outcome: expected what one request can have, got ${got}.`);
}
