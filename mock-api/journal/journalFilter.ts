import { fieldAt } from '../scenarios/fieldAt.ts';
import { findClosest } from '../scenarios/findClosest.ts';
import {
  type Evaluation,
  evaluateFields,
  type FieldConditions,
  type FieldMatcher,
  type FieldValues,
  FilterError,
  fieldSources,
  headerName,
  maxPatternLength,
  parsePattern,
} from '../scenarios/matchFields.ts';
import { expectedName, validName } from '../scenarios/testerName.ts';
import { type FilterLanguage, moveWords, splitWords } from './filterWords.ts';
import { type JournalEntry, type RequestOutcome, requestOutcomes } from './journalEntry.ts';

/**
 * Selects entries that meet all given conditions. The API of the journal, the test helper and the console have
 * the same conditions: `status=4xx` in a query is `status:4xx` in the console.
 */
export interface JournalFilter extends FieldConditions {
  operation?: OneOf<string>;
  /** A brief id or user name: with a tester's name, or without one to match every name. */
  key?: string;
  /** The name of a tester. */
  name?: string;
  scenario?: OneOf<string>;
  method?: OneOf<string>;
  /** The path without the query, also of a request that the contract does not declare. */
  path?: string;
  /** A status, a class such as `4xx`, or `none` for a request that ended without a complete response. */
  status?: OneOf<number | (typeof statusClasses)[number]>;
  outcome?: OneOf<RequestOutcome>;
  /** Only entries with a higher id. */
  after?: number;
  /** Whether the request has ended. */
  ended?: boolean;
  /** Whether the request or its response violates the contract. */
  violations?: boolean;
  /** Whether the mock rejected the request, or knows no such id, although no scenario asked for that. */
  unexpected?: boolean;
  /** Whether the request has a tester's name. */
  named?: boolean;
  /** Words that the request or its response contains, regardless of case. */
  text?: string;
}

/** A value, or a list of which one must apply. */
type OneOf<Value> = Value | readonly Value[];

type FieldSource = (typeof fieldSources)[number];
type ConditionName = Exclude<keyof JournalFilter, FieldSource>;

interface Condition {
  /** Parses a value of a query; undefined if no request can have it. */
  parse(text: string): unknown;
  /** Describes the values, or lists them. */
  expected: string | readonly string[];
  /** The values of an entry. Any of them meets the condition; the first one describes the entry. */
  valuesOf(entry: JournalEntry): readonly unknown[];
  /** By default, whether the entry has the value. */
  isMet?(entry: JournalEntry, value: never): boolean;
  /** Whether a query may have several values, separated by commas. */
  isList?: boolean;
}

const statusClasses = ['1xx', '2xx', '3xx', '4xx', '5xx', 'none'] as const;
const maxPathLength = 500;

// No request has an empty value, which may be that of a variable without one.
const parseText = (value: string) => value || undefined;
const flag = {
  parse: (value: string) => (value === 'true' || value === 'false' ? value === 'true' : undefined),
  expected: 'true or false',
};

/** All conditions but those of fields, in the order in which the console offers them. */
const conditions: Readonly<Record<ConditionName, Condition>> = {
  operation: {
    parse: parseText,
    expected: 'the id of an operation',
    valuesOf: ({ operation }) => [operation],
    isList: true,
  },
  status: {
    parse(text) {
      const status = text.toLowerCase();
      return /^[1-5]\d\d$/.test(text) ? Number(text) : statusClasses.find((one) => one === status);
    },
    expected: 'a status, a class such as 4xx, or none',
    valuesOf: ({ status, outcome }) => [
      ...(status === undefined ? [] : [status, `${String(status)[0]}xx`]),
      ...(outcome === 'completed' || outcome === 'pending' ? [] : ['none']),
    ],
    isList: true,
  },
  key: {
    parse: parseText,
    expected: 'a brief id or a user name',
    valuesOf: ({ key, name }) =>
      key?.endsWith(`.${name}`) ? [key, key.slice(0, -`.${name}`.length)] : [key],
  },
  scenario: {
    parse: parseText,
    expected: 'the id of a scenario',
    valuesOf: ({ scenario }) => [scenario],
    isList: true,
  },
  violations: { ...flag, valuesOf: ({ violations }) => [violations.length > 0] },
  method: {
    parse: (value) => value.toUpperCase() || undefined,
    expected: 'a method of HTTP',
    valuesOf: ({ method }) => [method],
    isList: true,
  },
  path: {
    parse: (value) =>
      /^\/[^?#]*$/.test(value) && value.length <= maxPathLength ? value : undefined,
    expected: `a path without a query, up to ${maxPathLength} characters that begin with /`,
    valuesOf: ({ path }) => [path.split('?', 1)[0]],
  },
  outcome: {
    parse: (value) => requestOutcomes.find((outcome) => outcome === value),
    expected: requestOutcomes,
    valuesOf: ({ outcome }) => [outcome],
    isList: true,
  },
  name: {
    parse: (value) => (validName.test(value) ? value : undefined),
    expected: expectedName,
    valuesOf: ({ name }) => [name],
  },
  after: {
    parse: (value) => (/^\d{1,12}$/.test(value) ? Number(value) : undefined),
    expected: 'a whole number',
    valuesOf: ({ id }) => [id],
    isMet: ({ id }, after: number) => id > after,
  },
  unexpected: { ...flag, valuesOf: ({ unexpected = false }) => [unexpected] },
  named: { ...flag, valuesOf: ({ name }) => [name !== undefined] },
  ended: { ...flag, valuesOf: ({ durationMs }) => [durationMs !== undefined] },
  text: {
    parse: parseText,
    expected: 'a text',
    valuesOf: () => [],
    isMet(entry, text: string) {
      const found = searchTextOf(entry).toLowerCase();
      const words = splitWords(text.toLowerCase());
      return words.every((word) => found.includes(word));
    },
  },
};

/** Everything of an entry that a tester may search for. */
function searchTextOf(entry: JournalEntry): string {
  const { method, path, operation, key, scenario, status, outcome, reason, forwardedTo } = entry;
  const messages = entry.violations.map(({ message }) => message);
  const bodies = [JSON.stringify(entry.body), entry.responseBody];
  const properties = [method, path, operation, key, scenario, status, outcome, reason, forwardedTo];
  return [...properties, ...bodies, ...messages].join('\n');
}

/** The values of the request's body, headers and query. */
function fieldsOf({ body, requestHeaders = {}, path }: JournalEntry): FieldValues {
  return {
    body: (field) => fieldAt(body, field),
    header: (name) => ownValue(requestHeaders, name.toLowerCase()),
    query: (name) => new URLSearchParams(path.split('?').slice(1).join('?')).get(name) ?? undefined,
  };
}

function ownValue<Value>(record: Readonly<Record<string, Value>>, name: string) {
  return Object.hasOwn(record, name) ? record[name] : undefined;
}

const conditionNames = Object.keys(conditions) as ConditionName[];

const fieldPattern = new RegExp(`^(${fieldSources.join('|')})\\.(.+?)([*~:]?)$`);

/** What follows the name of a field in a query, by the part of a matcher: `body.text*=Hello`. */
export const fieldOperators = { equals: ':', contains: '*', matches: '~' } as const;

function isConditionName(name: string): name is ConditionName {
  return Object.hasOwn(conditions, name);
}

export const journalLanguage: FilterLanguage = {
  isName: (name) => (name !== 'text' && isConditionName(name)) || fieldPattern.test(name),
  isList: (name) => isConditionName(name) && conditions[name].isList === true,
};

/** The values of an entry that meet a condition, as in a query. */
export function valuesOf(entry: JournalEntry, name: string): string[] {
  if (!isConditionName(name)) return [];
  return conditions[name]
    .valuesOf(entry)
    .flatMap((value) => (value === undefined ? [] : `${value}`));
}

/**
 * Parses a filter from a query. A word of its `text` such as `status:4xx` or `body.text*:Hello` is the same as
 * the parameter. The problems name each condition that does not exist, or that no request can meet, and the
 * filter is without it.
 */
export function parseFilter(query: Readonly<Record<string, unknown>>): {
  filter: JournalFilter;
  problems: string[];
} {
  const filter: Record<string, unknown> = {};
  const problems: string[] = [];
  for (const [name, given] of Object.entries(moveWords(query, journalLanguage))) {
    try {
      Object.assign(filter, parseParameter(name, given, filter));
    } catch (error) {
      if (!(error instanceof FilterError)) throw error;
      problems.push(error.message);
    }
  }
  return { filter, problems };
}

/** @throws {FilterError} */
function parseParameter(name: string, given: unknown, filter: JournalFilter): JournalFilter {
  const [, source, path = '', operator = ''] = fieldPattern.exec(name) ?? [];
  if (source !== undefined) {
    const { [source as FieldSource]: matchers = {} } = filter;
    const matcher = parseMatcher(name, given, operator, ownValue(matchers, path));
    if (source === 'header' && !headerName.test(path)) {
      throw new FilterError(`Filter "${name}": expected the name of a header.`);
    }
    return { [source]: { ...matchers, [path]: matcher } };
  }
  if (!isConditionName(name)) {
    const names = [...conditionNames, ...fieldSources.map((one) => `${one}.NAME`)];
    throw new FilterError(`Unknown filter "${name}": ${describeNames(name, names)}.`);
  }
  const { parse, expected } = conditions[name];
  const texts =
    typeof given !== 'string'
      ? []
      : journalLanguage.isList(name)
        ? given.split(/\s*,\s*/)
        : [given];
  const values = texts.map(parse);
  if (values.length === 0 || values.includes(undefined)) {
    const wanted =
      typeof given !== 'string' && given !== undefined
        ? 'expected one value'
        : typeof expected === 'string'
          ? `expected ${expected}`
          : describeNames(String(given), expected);
    throw new FilterError(`Filter "${name}": ${wanted}, got ${JSON.stringify(given)}.`);
  }
  return { [name]: values.length === 1 ? values[0] : values };
}

/** The name that was probably meant, or all names. */
export function describeNames(name: string, names: readonly string[]): string {
  const closest = findClosest(name, names);
  return closest === undefined ? `expected one of ${names.join(', ')}` : `did you mean ${closest}`;
}

/**
 * @param operator `*` for a part of the text, `~` for a regular expression
 * @throws {FilterError}
 */
function parseMatcher(
  name: string,
  given: unknown,
  operator: string,
  known: FieldMatcher | undefined,
): FieldMatcher {
  const isWhole = (matcher: FieldMatcher) => typeof matcher === 'string' || 'equals' in matcher;
  const isRepeated = known !== undefined && (['', ':'].includes(operator) || isWhole(known));
  if (typeof given !== 'string' || isRepeated) {
    throw new FilterError(`Filter "${name}": expected one value.`);
  }
  if (operator === '') return given;
  if (operator === fieldOperators.equals) return { equals: parseScalar(name, given) };
  if (given === '') throw new FilterError(`Filter "${name}": expected a part of the value.`);
  if (operator === fieldOperators.matches && !parsePattern(given)) {
    throw new FilterError(
      `Filter "${name}": expected a regular expression such as /^hello/i, up to ${maxPatternLength} characters.`,
    );
  }
  const part = operator === fieldOperators.contains ? { contains: given } : { matches: given };
  return Object.assign({}, known, part);
}

/** @throws {FilterError} */
function parseScalar(name: string, json: string): string | number | boolean {
  try {
    const value: unknown = JSON.parse(json);
    if (['string', 'number', 'boolean'].includes(typeof value)) return value as string;
  } catch {
    // Reported below.
  }
  throw new FilterError(`Filter "${name}": expected a string, a number or a boolean in JSON.`);
}

/** Whether an entry meets all conditions. A regular expression may take long; see `selectEntries`. */
export function meetsFilter(entry: JournalEntry, filter: JournalFilter): boolean {
  for (const { isMet } of evaluateConditions(entry, filter)) if (!isMet) return false;
  return true;
}

/** The conditions that an entry does not meet: `status: expected 200, got 404`. */
export function describeDifferences(entry: JournalEntry, filter: JournalFilter): string[] {
  return [...evaluateConditions(entry, filter)]
    .filter(({ isMet }) => !isMet)
    .map(
      ({ name, expected, actual = null }) =>
        `${name}: expected ${JSON.stringify(expected)}, got ${JSON.stringify(actual)}`,
    );
}

/** Yields one condition at a time, regular expressions last, so that most entries need none. */
function* evaluateConditions(entry: JournalEntry, filter: JournalFilter): Generator<Evaluation> {
  for (const name of conditionNames) {
    const { [name]: expected } = filter;
    if (expected === undefined) continue;
    const { valuesOf, isMet } = conditions[name];
    const actual = valuesOf(entry);
    const hasValue = [expected].flat().some((value) => actual.includes(value));
    yield {
      name,
      expected,
      actual: actual[0],
      isMet: isMet?.(entry, expected as never) ?? hasValue,
    };
  }
  yield* evaluateFields(fieldsOf(entry), filter);
}
