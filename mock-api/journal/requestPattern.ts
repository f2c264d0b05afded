import { mask } from '#contract';
import {
  type Evaluation,
  evaluateFields,
  type FieldPatterns,
  isFilled,
  listLeaves,
  type OneOf,
} from '../scenarios/fieldPatterns.ts';
import {
  isTooLong,
  type JournalEntry,
  maxPathLength,
  type RequestOutcome,
  requestOutcomes,
} from './journalEntry.ts';

/** The conditions for a request and its response, all of which must be met. */
export interface RequestPattern extends FieldPatterns {
  operation?: OneOf<string>;
  /** A status of a complete response, a class such as `4xx`, or `none` if the request ended without one. */
  status?: OneOf<number | (typeof statusClasses)[number]>;
  outcome?: OneOf<RequestOutcome>;
  /** A brief id or user name, with a tester's name or, to match every tester, without one. */
  key?: OneOf<string>;
  scenario?: OneOf<string>;
  /** Whether the request or its response violates the contract. */
  violations?: OneOf<boolean>;
  /** Whether the mock rejected the request or did not know its id, and no scenario provides for that. */
  unexpected?: OneOf<boolean>;
  /** Words that values in the request or its response contain, regardless of case. */
  text?: OneOf<string>;
}

type MemberName = Exclude<keyof RequestPattern, keyof FieldPatterns>;

interface Member {
  /** A description of the accepted values, for errors. */
  expected: string;
  accepts(value: unknown): boolean;
  /** Returns the values of an entry that a pattern is compared with. Only the first one is shown if none matches. */
  getValues(entry: JournalEntry): readonly unknown[];
  /** Whether an entry matches a value; by default, whether the value is one of the entry's. */
  applies?(entry: JournalEntry, value: string): boolean;
}

const statusClasses = ['1xx', '2xx', '3xx', '4xx', '5xx', 'none'] as const;

/** A condition of the console's filter, such as `status:404`, within a text. */
const conditionWord =
  /(^|\s)((body|header|query)\.\S+|operation|status|outcome|key|name|scenario|violations|unexpected|text):\S/i;

/** The members of a pattern besides the fields of a request. */
export const members = {
  operation: {
    expected: 'the id of an operation',
    accepts: isFilled,
    getValues: ({ operation }) => [operation],
  },
  status: {
    expected: 'a status such as 404, a class such as "4xx", or "none"',
    accepts: (value) =>
      statusClasses.some((one) => one === value) ||
      (Number.isInteger(value) && Number(value) >= 100 && Number(value) <= 599),
    getValues({ status, outcome }) {
      if (outcome === 'pending') return [];
      return outcome === 'completed' ? [status, `${String(status)[0]}xx`] : [outcome, 'none'];
    },
  },
  outcome: {
    expected: `one of ${requestOutcomes.join(', ')}`,
    accepts: (value) => requestOutcomes.some((one) => one === value),
    getValues: ({ outcome }) => [outcome],
  },
  key: {
    expected: 'a brief id or a user name',
    accepts: isFilled,
    getValues: ({ key, name }) =>
      key?.endsWith(`.${name}`) ? [key, key.slice(0, -`.${name}`.length)] : [key],
  },
  scenario: {
    expected: 'the id of a scenario',
    accepts: isFilled,
    getValues: ({ scenario }) => [scenario],
  },
  violations: createValidatedFlag(({ violations }) => violations.length > 0),
  unexpected: createValidatedFlag(({ unexpected = false }) => unexpected),
  text: {
    expected: 'words; a condition such as status:404 is a member of its own',
    accepts: (value) => isFilled(value) && !conditionWord.test(`${value}`),
    getValues: () => [],
    applies(entry, text) {
      const found = foldText(collectSearchText(entry));
      return foldText(text)
        .split(/\s+/)
        .every((word) => found.includes(word));
    },
  },
} satisfies Record<MemberName, Member>;

export const memberNames = Object.keys(members) as MemberName[];

/** Creates a member for a flag that validation may still set: false has no match until the entry is validated. */
function createValidatedFlag(isTrue: (entry: JournalEntry) => boolean): Member {
  return {
    expected: 'true or false',
    accepts: (value) => typeof value === 'boolean',
    getValues: (entry) => (isTrue(entry) || !isUnvalidated(entry) ? [isTrue(entry)] : []),
  };
}

/** Whether the request or its response has not been validated yet. */
const isUnvalidated = ({ outcome, operation, forwardedTo }: JournalEntry) =>
  outcome === 'pending' && (operation === undefined || forwardedTo !== undefined);

/** Folds the case and the encoding of accents: macOS writes accents as separate characters. */
const foldText = (text: string) => text.normalize().toLowerCase();

/** Returns all text of an entry that a filter searches: the values, without the names of their fields. */
function collectSearchText(entry: JournalEntry): string {
  const { method, path, operation, key, scenario, status, outcome, reason, forwardedTo } = entry;
  const { body, requestHeaders, responseHeaders, responseBody = '', violations } = entry;
  const properties = [method, path, operation, key, scenario, status, outcome, reason, forwardedTo];
  const messages = violations.map(({ message }) => message);
  const values = [decodePath(path), body, requestHeaders, responseHeaders, parseJson(responseBody)];
  const found = values.flatMap(listLeaves).filter((value) => value !== mask);
  return [...properties, ...messages, ...found].join('\n');
}

/** Decodes the path and the parameters of a request target. */
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

/**
 * Compares an entry with a pattern.
 * @returns `pending` if the entry may match when it ends; `cut` if the journal has cut a value that decides
 */
export function assess(
  entry: JournalEntry,
  pattern: RequestPattern,
): 'match' | 'other' | 'pending' | 'cut' {
  const unmet = findUnmet(entry, pattern).map(({ name }) => name);
  if (unmet.length === 0) return 'match';
  if (unmet.every((name) => mayChange(entry, name))) return 'pending';
  return unmet.every((name) => mayChange(entry, name) || isCut(entry, name)) ? 'cut' : 'other';
}

export const isMatch = (entry: JournalEntry, pattern: RequestPattern) =>
  assess(entry, pattern) === 'match';

/** Describes the conditions that an entry does not meet: `status: expected 200, got 404`. */
export function describeDifferences(entry: JournalEntry, pattern: RequestPattern): string[] {
  return findUnmet(entry, pattern).map(({ name, expected, actual }) => {
    const got = actual === undefined ? 'none' : JSON.stringify(actual);
    return `${name}: expected ${JSON.stringify(expected)}, got ${got}`;
  });
}

/** Returns the parts of a pattern whose values the journal has cut: `body.text`. */
export function findCut(entry: JournalEntry, pattern: RequestPattern): string[] {
  const unmet = findUnmet(entry, pattern).map(({ name }) => name);
  return unmet.filter((name) => isCut(entry, name));
}

function findUnmet(entry: JournalEntry, pattern: RequestPattern): Evaluation[] {
  const memberEvaluations = memberNames.flatMap((name): Evaluation[] => {
    const { [name]: expected } = pattern;
    if (expected === undefined) return [];

    const { getValues, applies }: Member = members[name];
    const actual = getValues(entry);
    const isMet = [expected]
      .flat()
      .some((value) => applies?.(entry, `${value}`) ?? actual.includes(value));
    return [{ name, expected, actual: actual[0], isMet }];
  });
  const { body, requestHeaders: header = {}, path } = entry;
  const query = path.split('?').slice(1).join('?');
  const fieldEvaluations = evaluateFields({ body, header, query }, pattern);
  return [...memberEvaluations, ...fieldEvaluations].filter(({ isMet }) => !isMet);
}

/** The members whose values can change until a request has ended, been validated, or arrived, in this order. */
const endMembers = /^(status|outcome|text)$/;
const validationMembers = /^(violations|unexpected)$/;
const arrivalMembers = /^(operation|key|scenario|body\..*)$/;

function mayChange(entry: JournalEntry, name: string): boolean {
  if (entry.outcome !== 'pending') return false;
  if (endMembers.test(name)) return true;
  if (validationMembers.test(name)) return isUnvalidated(entry);
  return arrivalMembers.test(name) && entry.operation === undefined;
}

/** Whether the journal has cut the value that a part of a pattern compares. */
function isCut({ path, body, responseBody = '' }: JournalEntry, name: string): boolean {
  const isBodyCut = typeof body === 'string' && isTooLong(body);
  const isPathCut = path.length >= maxPathLength;
  if (name === 'text') return isBodyCut || isPathCut || isTooLong(responseBody);
  return name.startsWith('body.') ? isBodyCut : name.startsWith('query.') && isPathCut;
}
