import {
  FilterError,
  fieldOperators,
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
} from './journalFilter.ts';

type Query = Readonly<Record<string, unknown>>;

const fieldPattern = new RegExp(`^(${fieldSources.join('|')})\\.(.+?)([*~:]?)$`);

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

/**
 * Parses a filter from a query. A word of its `text` such as `status:4xx` or `body.text*:Hello` is the same as
 * the parameter.
 * @throws {FilterError} for a condition that does not exist, or that no request can meet
 */
export function parseFilter({ text, ...query }: Query): JournalFilter {
  const { conditions, searched } = text === undefined ? noWords : splitText(text);
  const parameters: Record<string, unknown> = { ...query };
  for (const [name, value] of conditions) parameters[name] = join(name, parameters[name], value);

  const filter: Record<string, unknown> = {};
  for (const [name, given] of Object.entries(parameters))
    Object.assign(filter, parseParameter(name, given, filter));
  if (searched.length > 0) filter.text = searched;

  const [first, second] = endConditions.filter((name) => filter[name] !== undefined);
  if (second === undefined) return filter;
  throw new FilterError(`Filters "${first}" and "${second}": expected one of them.`);
}

interface Words {
  conditions: readonly (readonly [name: string, value: string])[];
  /** Words and phrases that are searched for. */
  searched: readonly string[];
}

const noWords: Words = { conditions: [], searched: [] };

/** A word, or what is quoted after a colon: `outcome:"no response"`. */
const wordPattern = /[^\s:]+:"[^"]*"|\S+/g;

/** @throws {FilterError} */
function splitText(text: unknown): Words {
  const conditions: [string, string][] = [];
  const searched: string[] = [];
  const given = parseValue('text', text, { expected: 'a text', parse: parseText });
  for (const word of `${given}`.match(wordPattern) ?? []) {
    const [, name = '', value = ''] = /^([^:]+):"?(.*?)"?$/.exec(word) ?? [];
    if (name === 'text') searched.push(value);
    else if (isCondition(name)) conditions.push([name, value]);
    else searched.push(requireText(word));
  }
  return { conditions, searched };
}

/**
 * Rejects words of a text that are conditions: a check of what a subscriber wrote would look at something else.
 * @throws {FilterError}
 */
export function rejectConditionWords(text: unknown): void {
  const [condition] = text === undefined ? [] : splitText(text).conditions;
  if (condition === undefined) return;
  const [name, value] = condition;
  throw new FilterError(
    `Filter "text": expected ${name}=${value}, or text:"${name}:${value}" for the text itself.`,
  );
}

/** One for a parameter that the query already has extends the list, or else results in an array. */
function join(name: string, given: unknown, value: string): unknown {
  if (given === undefined) return value;
  return findCondition(name)?.isList ? `${given},${value}` : [given, value].flat();
}

function isCondition(name: string): boolean {
  return findCondition(name) !== undefined || fieldPattern.test(name);
}

/**
 * A word that is searched for.
 * @throws {FilterError} if it looks like a condition, which would otherwise find nothing in silence
 */
function requireText(word: string): string {
  // `stauts:404` and `status=404`, but not `Re:`, `10:42`, `C:\news` or a URL.
  const [, name = '', sign, value = ''] = /^([a-z][\w.-]+)[*~]?([:=])([^/].*)/i.exec(word) ?? [];
  const isMisspelt = value !== '' && (sign === ':' || isCondition(name));
  if (!isMisspelt) return word;

  const expected = sign === ':' ? `one of ${listNames()}` : `${name}:${value}`;
  throw new FilterError(
    `Filter "text": expected ${expected}, or text:"${word}" for the text itself, got "${word}".`,
  );
}

const listNames = () => [...conditionNames, ...fieldSources.map((one) => `${one}.NAME`)].join(', ');

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
  if (!condition)
    throw new FilterError(`Unknown filter "${name}": expected one of ${listNames()}.`);
  if (!condition.isList) return parseValue(name, given, condition);

  const texts = [given]
    .flat()
    .flatMap((one) => (typeof one === 'string' ? one.split(/\s*,\s*/) : one));
  const values = texts.map((one) => parseValue(name, one, condition));
  return values.length === 1 ? values[0] : values;
}

/** @throws {FilterError} */
function parseValue(
  name: string,
  given: unknown,
  { parse, expected }: Pick<Condition, 'expected' | 'parse'>,
): unknown {
  const got = JSON.stringify(given);
  if (typeof given !== 'string')
    throw new FilterError(`Filter "${name}": expected one value, got ${got}.`);

  const value = parse(given);
  if (value !== undefined) return value;
  throw new FilterError(`Filter "${name}": expected ${expected}, got ${got}.`);
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
