import { describeNames, findClosest } from '../scenarios/findClosest.ts';
import {
  type Evaluation,
  evaluateFields,
  type FieldConditions,
  FilterError,
  fieldSources,
  headerName,
  maxPatternLength,
  parsePattern,
} from '../scenarios/matchFields.ts';
import { expectedName, nameless, validName } from '../scenarios/testerName.ts';
import { type FilterLanguage, moveWords, splitWords } from './filterWords.ts';
import { type JournalEntry, type RequestOutcome, requestOutcomes } from './journalEntry.ts';

/**
 * Selects entries that meet all given conditions. The API of the journal, the test helper and the console have
 * the same conditions: `status=4xx` in a query is `status:4xx` in the console.
 */
export type JournalFilter = RequestConditions & EndCondition;

/** How far a request has come. Two of these conditions would say the same, or contradict each other. */
export type EndCondition =
  /** A status of a complete response, a class such as `4xx`, or `none` if the request ended without one. */
  | { status?: OneOf<number | (typeof statusClasses)[number]>; outcome?: never; ended?: never }
  | { outcome?: OneOf<RequestOutcome>; status?: never; ended?: never }
  /** Whether the request has ended. */
  | { ended?: boolean; status?: never; outcome?: never };

/** What a request and its response are. */
export interface RequestConditions extends FieldConditions {
  operation?: OneOf<string>;
  /** A brief id or user name: with a tester's name, or without one to match every name. */
  key?: string;
  /** The name of a tester, or `none` for requests without one. */
  name?: string;
  scenario?: OneOf<string>;
  method?: OneOf<string>;
  /** The path without the query, also of a request that the contract does not declare. */
  path?: string;
  /** Only entries with a higher id. */
  after?: number;
  /** Whether the request or its response violates the contract. */
  violations?: boolean;
  /** Whether the mock rejected the request, or knows no such id, although no scenario asked for that. */
  unexpected?: boolean;
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

type ValuesOf = Condition['valuesOf'];

// No request has an empty value, which may be that of a variable without one.
const parseText = (value: string) => value || undefined;
const text = (expected: string, valuesOf: ValuesOf): Condition => ({
  parse: parseText,
  expected,
  valuesOf,
});
const flag = (isTrue: (entry: JournalEntry) => boolean): Condition => ({
  parse: (value) => (value === 'true' || value === 'false' ? value === 'true' : undefined),
  expected: 'true or false',
  valuesOf: (entry) => [isTrue(entry)],
});

/** All conditions but those of fields, in the order in which the console offers them. */
const conditions: Readonly<Record<ConditionName, Condition>> = {
  operation: { ...text('the id of an operation', ({ operation }) => [operation]), isList: true },
  status: {
    parse(value) {
      const status = value.toLowerCase();
      return /^[1-5]\d\d$/.test(value) ? Number(value) : statusClasses.find((it) => it === status);
    },
    expected: 'a status, a class such as 4xx, or none',
    valuesOf({ status, outcome }) {
      if (outcome === 'pending') return [];
      return outcome === 'completed' ? [status, `${String(status)[0]}xx`] : ['none'];
    },
    isList: true,
  },
  key: text('a brief id or a user name', ({ key, name }) =>
    key?.endsWith(`.${name}`) ? [key, key.slice(0, -`.${name}`.length)] : [key],
  ),
  scenario: { ...text('the id of a scenario', ({ scenario }) => [scenario]), isList: true },
  violations: flag(({ violations }) => violations.length > 0),
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
    parse: (value) => (value === nameless || validName.test(value) ? value : undefined),
    expected: expectedName,
    valuesOf: ({ name = nameless }) => [name],
  },
  after: {
    parse: (value) => (/^\d{1,12}$/.test(value) ? Number(value) : undefined),
    expected: 'a whole number',
    valuesOf: ({ id }) => [id],
    isMet: ({ id }, after: number) => id > after,
  },
  unexpected: flag(({ unexpected = false }) => unexpected),
  ended: flag(({ durationMs }) => durationMs !== undefined),
  text: {
    ...text('a text', () => []),
    isMet(entry, words: string) {
      const found = searchTextOf(entry).toLowerCase();
      return splitWords(words.toLowerCase()).every((word) => found.includes(word));
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

const conditionNames = Object.keys(conditions) as ConditionName[];
const endConditions: readonly ConditionName[] = ['status', 'outcome', 'ended'];
const wordNames = [...conditionNames, ...fieldSources];

const fieldPattern = new RegExp(`^(${fieldSources.join('|')})\\.(.+?)([*~:]?)$`);

/** What follows the name of a field in a query, by the part of a matcher: `body.text*=Hello`. */
export const fieldOperators = { is: '', equals: ':', contains: '*', matches: '~' } as const;

type MatcherPart = keyof typeof fieldOperators;

const matcherParts: Readonly<Record<MatcherPart, Pick<Condition, 'expected' | 'parse'>>> = {
  is: { expected: 'a value', parse: parseText },
  equals: { expected: 'a string, a number or a boolean in JSON', parse: parseScalar },
  contains: { expected: 'a part of the value', parse: parseText },
  matches: {
    expected: `a regular expression such as /^hello/i, up to ${maxPatternLength} characters`,
    parse: (pattern) => (parsePattern(pattern) ? pattern : undefined),
  },
};

const partNames = Object.keys(fieldOperators) as MatcherPart[];

function ruleOf(name: string): Condition | undefined {
  return Object.hasOwn(conditions, name) ? conditions[name as ConditionName] : undefined;
}

export const journalLanguage: FilterLanguage = {
  isName: (name) => (name !== 'text' && ruleOf(name) !== undefined) || fieldPattern.test(name),
  isList: (name) => ruleOf(name)?.isList === true,
};

/** The values of an entry that meet a condition, as in a query. */
export function valuesOf(entry: JournalEntry, name: string): string[] {
  const values = ruleOf(name)?.valuesOf(entry) ?? [];
  return values.flatMap((value) => (value === undefined ? [] : `${value}`));
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
  const [first, second] = endConditions.filter((name) => filter[name] !== undefined);
  if (second) problems.push(`Filters "${first}" and "${second}": expected one of them.`);
  return { filter, problems: [...problems, ...findMisspelt(filter)] };
}

/** Words of the text that are not searched for, because they are probably conditions. */
function findMisspelt({ text = '' }: JournalFilter): string[] {
  return splitWords(text).flatMap((word) => {
    const [, name = ''] = /^(\w+)[^:=]*[:=]./.exec(word.toLowerCase()) ?? [];
    const isStart = (known: string) => name.length > 2 && known.startsWith(name);
    const closest = findClosest(name, wordNames) ?? wordNames.find(isStart);
    return closest === undefined ? [] : `Filter "text": did you mean ${closest}, got "${word}".`;
  });
}

/** @throws {FilterError} */
function parseParameter(name: string, given: unknown, filter: JournalFilter): JournalFilter {
  const [, source, path = '', operator = ''] = fieldPattern.exec(name) ?? [];
  const part = partNames.find((one) => fieldOperators[one] === operator) ?? 'is';
  const rule = source === undefined ? ruleOf(name) : matcherParts[part];
  if (!rule) {
    const names = [...conditionNames, ...fieldSources.map((one) => `${one}.NAME`)];
    throw new FilterError(`Unknown filter "${name}": ${describeNames(name, names)}.`);
  }
  if (source === 'header' && !headerName.test(path)) {
    throw new FilterError(`Filter "${name}": expected the name of a header.`);
  }
  const { parse, expected } = rule;
  const got = JSON.stringify(given);
  if (typeof given !== 'string') {
    throw new FilterError(`Filter "${name}": expected one value, got ${got}.`);
  }
  const values = (journalLanguage.isList(name) ? given.split(/\s*,\s*/) : [given]).map(parse);
  if (values.includes(undefined)) {
    const wanted =
      typeof expected === 'string' ? `expected ${expected}` : describeNames(given, expected);
    throw new FilterError(`Filter "${name}": ${wanted}, got ${got}.`);
  }
  if (source === undefined) return { [name]: values.length === 1 ? values[0] : values };
  const { [source as FieldSource]: matchers = {} } = filter;
  const known = Object.hasOwn(matchers, path) ? matchers[path] : undefined;
  return { [source]: { ...matchers, [path]: Object.assign({}, known, { [part]: values[0] }) } };
}

/** Undefined unless a text is a string, a number or a boolean in JSON. */
function parseScalar(json: string): string | number | boolean | undefined {
  try {
    const value: unknown = JSON.parse(json);
    return ['string', 'number', 'boolean'].includes(typeof value) ? (value as string) : undefined;
  } catch {
    return undefined;
  }
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
  const { body, requestHeaders: header = {}, path } = entry;
  const query = path.split('?').slice(1).join('?');
  yield* evaluateFields({ body, header, query }, filter);
}

/** The conditions that the end of a request can change, and those that it can change if a backend responds. */
const changing: readonly string[] = [...endConditions, 'text'];
const changingForwarded: readonly string[] = [...changing, 'violations', 'unexpected'];

/** Whether a pending request does not meet a filter now, but may when it ends. */
export function isUndecided(entry: JournalEntry, filter: JournalFilter): boolean {
  if (entry.outcome !== 'pending') return false;
  const unmet = [...evaluateConditions(entry, filter)].filter(({ isMet }) => !isMet);
  const mayChange = entry.forwardedTo === undefined ? changing : changingForwarded;
  return unmet.length > 0 && unmet.every(({ name }) => mayChange.includes(name));
}
