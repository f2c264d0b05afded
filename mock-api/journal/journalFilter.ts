import { mask } from '#contract';
import {
  type Evaluation,
  evaluateFields,
  type FieldConditions,
  type fieldSources,
  leavesOf,
} from '../scenarios/matchFields.ts';
import { expectedName, nameless, validName } from '../scenarios/testerName.ts';
import { type JournalEntry, type RequestOutcome, requestOutcomes } from './journalEntry.ts';

/**
 * Selects entries that meet all given conditions. The API of the journal, the test helper and the console have
 * the same conditions: `status=4xx` in a query is `status:4xx` in the console.
 */
export type JournalFilter = Omit<RequestConditions, 'text'> &
  EndCondition & {
    /** The words and phrases of a text. */
    text?: OneOf<string>;
  };

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
  /** Words that a value in the request or its response contains, regardless of case. */
  text?: string;
}

/** A value, or a list of which one must apply. */
type OneOf<Value> = Value | readonly Value[];

type ConditionName = Exclude<keyof JournalFilter, (typeof fieldSources)[number]>;

export interface Condition {
  /** Parses a value of a query; undefined if no request can have it. */
  parse(text: string): unknown;
  /** Describes the values. */
  expected: string;
  /** The values of an entry. Any of them meets the condition; the first one describes the entry. */
  valuesOf(entry: JournalEntry): readonly unknown[];
  /** Decides whether an entry meets it; by default, whether it has the value. */
  isMet?(entry: JournalEntry, value: never): boolean;
  /** Whether a query may have several values, separated by commas. */
  isList?: boolean;
}

const statusClasses = ['1xx', '2xx', '3xx', '4xx', '5xx', 'none'] as const;
const maxPathLength = 500;

type ValuesOf = Condition['valuesOf'];

// No request has an empty value, which may be that of a variable without one.
export const parseText = (value: string) => (value.trim() === '' ? undefined : value);
const text = (expected: string, valuesOf: ValuesOf): Condition => ({
  parse: parseText,
  expected,
  valuesOf,
});
const flag = (valuesOf: ValuesOf): Condition => ({
  parse: (value) => (value === 'true' || value === 'false' ? value === 'true' : undefined),
  expected: 'true or false',
  valuesOf,
});
/** A flag of which validation decides: what is not so yet may be so later. */
const validated = (isTrue: (entry: JournalEntry) => boolean) =>
  flag((entry) => (isTrue(entry) || !isUnvalidated(entry) ? [isTrue(entry)] : []));

/** Whether a request is still arriving, or the response of a backend is. */
const isUnvalidated = ({ outcome, operation, forwardedTo }: JournalEntry) =>
  outcome === 'pending' && (operation === undefined || forwardedTo !== undefined);

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
  violations: validated(({ violations }) => violations.length > 0),
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
    expected: `one of ${requestOutcomes.join(', ')}`,
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
  unexpected: validated(({ unexpected = false }) => unexpected),
  ended: flag(({ durationMs }) => [durationMs !== undefined]),
  text: {
    ...text('a text', () => []),
    isMet(entry, words: readonly string[]) {
      const found = foldText(searchTextOf(entry));
      return words.every((word) => found.includes(foldText(word)));
    },
  },
};

/** Without regard to case, and to how an accent is encoded: macOS has files and texts with separate ones. */
const foldText = (text: string) => text.normalize().toLowerCase();

/** Everything of an entry that a tester may search for: values as they are, without the names of their fields. */
function searchTextOf(entry: JournalEntry): string {
  const { method, path, operation, key, scenario, status, outcome, reason, forwardedTo } = entry;
  const { body, requestHeaders, responseHeaders, responseBody = '', violations } = entry;
  const properties = [method, path, operation, key, scenario, status, outcome, reason, forwardedTo];
  const messages = violations.map(({ message }) => message);
  const values = [decodePath(path), body, requestHeaders, responseHeaders, parseJson(responseBody)];
  const found = values.flatMap(leavesOf).filter((value) => value !== mask);
  return [...properties, ...messages, ...found].join('\n');
}

/** The path and the parameters of the query as they were before they were encoded. */
function decodePath(target: string): string[] {
  const [path = '', query = ''] = target.split(/\?(.*)/s);
  const parameters = [...new URLSearchParams(query).values()];
  try {
    return [decodeURIComponent(path), ...parameters];
  } catch {
    return parameters;
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

export const conditionNames = Object.keys(conditions) as ConditionName[];
export const endConditions: readonly ConditionName[] = ['status', 'outcome', 'ended'];

/** The condition with a name; undefined for that of a field, and if there is none. */
export function findCondition(name: string): Condition | undefined {
  return Object.hasOwn(conditions, name) ? conditions[name as ConditionName] : undefined;
}

/** The values of an entry that meet a condition, as in a query. */
export function valuesOf(entry: JournalEntry, name: string): string[] {
  const values = findCondition(name)?.valuesOf(entry) ?? [];
  return values.flatMap((value) => (value === undefined ? [] : `${value}`));
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

/** The conditions that the end of a request can change, those that validation can, and those of what is still arriving. */
const ofEnd: readonly string[] = [...endConditions, 'text'];
const ofValidation = /^(violations|unexpected)$/;
const ofArrival = /^(operation|key|scenario|body\..*)$/;

/** Whether a pending request does not meet a filter now, but may when it ends. */
export function isUndecided(entry: JournalEntry, filter: JournalFilter): boolean {
  if (entry.outcome !== 'pending') return false;

  const mayChange = (name: string) =>
    ofEnd.includes(name) ||
    (isUnvalidated(entry) && ofValidation.test(name)) ||
    (entry.operation === undefined && ofArrival.test(name));
  const unmet = [...evaluateConditions(entry, filter)].filter(({ isMet }) => !isMet);
  return unmet.length > 0 && unmet.every(({ name }) => mayChange(name));
}
