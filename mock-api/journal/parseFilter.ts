import { describeNames, findClosest } from '../scenarios/findClosest.ts';
import {
  FilterError,
  fieldSources,
  headerName,
  maxPatternLength,
  parsePattern,
} from '../scenarios/matchFields.ts';
import {
  type Condition,
  conditionNames,
  endConditions,
  findCondition,
  type JournalFilter,
  parseText,
  splitWords,
} from './journalFilter.ts';

type Query = Readonly<Record<string, unknown>>;

const fieldPattern = new RegExp(`^(${fieldSources.join('|')})\\.(.+?)([*~:]?)$`);

/** What follows the name of a field in a query, by the part of a matcher: `body.text*=Hello`. */
export const fieldOperators = { is: '', equals: ':', contains: '*', matches: '~' } as const;

type MatcherPart = keyof typeof fieldOperators;

const partNames = Object.keys(fieldOperators) as MatcherPart[];

const matcherParts: Readonly<Record<MatcherPart, Pick<Condition, 'expected' | 'parse'>>> = {
  is: { expected: 'a value', parse: parseText },
  equals: { expected: 'a string, a number or a boolean in JSON', parse: parseScalar },
  contains: { expected: 'a part of the value', parse: parseText },
  matches: {
    expected: `a regular expression such as /^hello/i, up to ${maxPatternLength} characters`,
    parse: (pattern) => (parsePattern(pattern) ? pattern : undefined),
  },
};

/** Whether a condition may have several values, separated by commas. */
function isList(name: string): boolean {
  return findCondition(name)?.isList === true;
}

/**
 * Parses a filter from a query. A word of its `text` such as `status:4xx` or `body.text*:Hello` is the same as
 * the parameter. The problems name each condition that does not exist, or that no request can meet, and the
 * filter is without it.
 */
export function parseFilter(query: Query): {
  filter: JournalFilter;
  problems: string[];
} {
  const filter: Record<string, unknown> = {};
  const problems: string[] = [];
  for (const [name, given] of Object.entries(moveWords(query))) {
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

/**
 * Makes parameters of the words in `text` that are conditions. One for a parameter that a query already has
 * extends the list, or else results in an array.
 */
function moveWords({ text, ...query }: Query): Query {
  if (typeof text !== 'string') return text === undefined ? query : { ...query, text };

  const words = splitWords(text);
  const moved: Record<string, unknown> = { ...query };
  const others: string[] = [];
  for (const word of words) {
    // `status:4xx`, `outcome:"no response"`
    const [, name = '', value] = /^([^:]+):"?(.*?)"?$/.exec(word) ?? [];
    if (!isCondition(name)) others.push(word);
    else if (moved[name] === undefined) moved[name] = value;
    else if (isList(name)) moved[name] = `${moved[name]},${value}`;
    else moved[name] = [moved[name], value].flat();
  }
  // A blank text is an error, and not the same as none.
  if (others.length > 0 || words.length === 0) moved.text = others.join(' ');
  return moved;
}

function isCondition(name: string): boolean {
  return (name !== 'text' && findCondition(name) !== undefined) || fieldPattern.test(name);
}

const wordNames = [...conditionNames, ...fieldSources];

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
  const [, source, path = '', operator] = fieldPattern.exec(name) ?? [];
  if (source === undefined) return { [name]: parseCondition(name, given) };

  if (source === 'header' && !headerName.test(path)) {
    throw new FilterError(`Filter "${name}": expected the name of a header.`);
  }
  const part = partNames.find((one) => fieldOperators[one] === operator) ?? 'is';
  const value = parseValue(name, given, matcherParts[part]);
  const { [source as (typeof fieldSources)[number]]: matchers = {} } = filter;
  const known = Object.hasOwn(matchers, path) ? matchers[path] : undefined;
  return { [source]: { ...matchers, [path]: Object.assign({}, known, { [part]: value }) } };
}

/** The value of a condition, or several of a list. */
function parseCondition(name: string, given: unknown): unknown {
  const condition = findCondition(name);
  if (!condition) {
    const names = [...conditionNames, ...fieldSources.map((one) => `${one}.NAME`)];
    throw new FilterError(`Unknown filter "${name}": ${describeNames(name, names)}.`);
  }
  if (!condition.isList) return parseValue(name, given, condition);

  const texts = [given]
    .flat()
    .flatMap((one) => (typeof one === 'string' ? one.split(/\s*,\s*/) : one));
  const values = texts.map((one) => parseValue(name, one, condition));
  return values.length === 1 ? values[0] : values;
}

function parseValue(
  name: string,
  given: unknown,
  { parse, expected }: Pick<Condition, 'expected' | 'parse'>,
): unknown {
  const got = JSON.stringify(given);
  if (typeof given !== 'string') {
    throw new FilterError(`Filter "${name}": expected one value, got ${got}.`);
  }
  const value = parse(given);
  if (value !== undefined) return value;
  const wanted =
    typeof expected === 'string' ? `expected ${expected}` : describeNames(given, expected);
  throw new FilterError(`Filter "${name}": ${wanted}, got ${got}.`);
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
