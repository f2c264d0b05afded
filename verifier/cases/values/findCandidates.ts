import { type Contract, isRecord, type ResolvedSchema } from '#contract';
import { isFreeText } from '../baseValues.ts';
import { absent } from './replaceAt.ts';
import { swapCase } from './swapCase.ts';
import { resizeText, specialIds, typedTexts } from './texts.ts';

/** A value worth sending in place of a valid one, and a predicate that describes it: `has 501 characters`. */
export interface Candidate {
  /** The names of the properties and the indexes of the items that lead to the place. */
  path: readonly string[];
  /** The value; `absent` to remove the property. */
  value: unknown;
  predicate: string;
}

const numbers = [0, -1, 0.5, 2 ** 31, 2 ** 53 - 1, 2 ** 63, 1e21];
const numberKeywords = ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'];
const characters = ['--', ...' !"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~éß中'];

/** Finds the values worth sending in place of a valid one. The contract's validator decides which of them are valid. */
export function* findCandidates(
  contract: Contract,
  pointer: string,
  value: unknown,
): Iterable<Candidate> {
  const schema = contract.schemaAt(pointer);
  yield* findTypes(schema, value);
  if (schema.types.has('number') || schema.types.has('integer')) yield* findNumbers(schema);
  if (typeof value === 'string') {
    yield* schema.keyword('pattern') ? findPatternTexts(schema, value) : findLengths(schema, value);
    if (!isFreeText(contract, pointer))
      for (const text of typedTexts) yield whole(text, `is "${text}"`);
  }
  if (Array.isArray(value) && value.length > 0) yield* findLists(contract, schema, value);
  if (isRecord(value)) yield* findObjects(contract, schema, value);
}

/** Finds values of other types, and those of `enum`. */
function* findTypes({ types, keyword }: ResolvedSchema, value: unknown): Iterable<Candidate> {
  const listed = [keyword('enum')?.value ?? []].flat();
  const otherType = types.has('string') ? 42 : 'contract check';
  for (const other of [otherType, true, null, {}, ...listed])
    yield whole(other, `is ${JSON.stringify(other)}`);
  if (value !== undefined) yield whole([value], 'is in an array');
  if (typeof value === 'number' || typeof value === 'boolean')
    yield whole(String(value), 'is its text');
}

function* findNumbers({ limit }: ResolvedSchema): Iterable<Candidate> {
  const limits = numberKeywords.flatMap((name) => limit(name)?.value ?? []);
  const nearLimits = limits.flatMap((number) => [number - 1, number, number + 1, number / 2]);
  for (const number of [...numbers, ...nearLimits]) yield whole(number, `is ${number}`);
}

/** Finds texts that resemble ids, and texts that a pattern barely accepts or rejects. */
function* findPatternTexts(schema: ResolvedSchema, value: string): Iterable<Candidate> {
  const pattern = new RegExp(String(schema.keyword('pattern')?.value), 'u');
  const admitted = characters.filter((it) => pattern.test(`a${it}b`));
  const all = `a${admitted.join('')}b`;
  if (pattern.test(all)) {
    yield whole(all, 'contains every special character that the pattern admits');
  } else {
    for (const it of admitted) yield whole(`a${it}b`, `contains ${JSON.stringify(it)}`);
  }
  const rejected = characters.filter((it) => !admitted.includes(it)).slice(0, 4);
  const outside = rejected.map((it) => `a${it}b`);
  const longer = ['\n', ' ', '\0', '🌾', ';v=1', '/a'].map((end) => value + end);
  const encoded = `%${value.charCodeAt(0).toString(16)}${value.slice(1)}`;
  for (const text of [...specialIds, ...outside, ...longer, encoded, swapCase(value)])
    yield whole(text, `is ${JSON.stringify(text)}`);

  const max = schema.limit('maxLength')?.value;
  if (max === undefined) return;
  yield whole('{'.repeat(max), `has ${max} characters that are percent-encoded`);
  yield whole('a'.repeat(max + 1), `has ${max + 1} characters`);
}

/** Finds texts that are too short or too long, in code points, the unit of JSON Schema. */
function* findLengths({ limit, keyword }: ResolvedSchema, value: string): Iterable<Candidate> {
  const min = limit('minLength')?.value ?? 0;
  const max = limit('maxLength')?.value;
  if (min > 0) yield whole(resizeText('a', min - 1), `has ${min - 1} characters`);
  if (keyword('enum')) yield whole(swapCase(value), 'differs in upper and lower case');
  if (max === undefined) return;

  yield whole(`${value} `.padEnd(max, 'a'), `has ${max} characters`);
  yield whole(`${'a'.repeat(max)} `, `has ${max + 1} characters, the last of them a blank`);
  for (const unit of ['a', 'e\u0301', '👩‍👩‍👧‍👦']) {
    const longer = resizeText(unit, max + 1);
    const name = JSON.stringify(unit).replace('\u0301', '\\u0301');
    yield whole(longer, `has ${max + 1} characters like ${name}`);
  }
}

/** Finds arrays with other numbers of items, and with another first item. */
function* findLists(
  contract: Contract,
  { keyword, limit }: ResolvedSchema,
  value: readonly unknown[],
): Iterable<Candidate> {
  const max = limit('maxItems')?.value;
  yield whole([], 'has no items');
  yield whole([...value, value[0]], 'has an item twice');
  if (max !== undefined) {
    const more = Array.from({ length: max + 1 }, (_, i) => value[i % value.length]);
    yield whole(more, `has ${max + 1} items`);
  }
  const items = keyword('items')?.pointer;
  if (items) yield* within(contract, '0', items, value[0]);
}

function* findObjects(
  contract: Contract,
  { properties, propertyPointers, required }: ResolvedSchema,
  value: Record<string, unknown>,
): Iterable<Candidate> {
  const names = required.map((it) => it.value);
  const least = Object.entries(value).filter(([name]) => names.includes(name));
  yield whole(Object.fromEntries(least), 'has only the required properties');
  yield whole({ ...value, contractCheckUnknown: 1 }, 'has an unknown property');
  yield whole({ ...value, constructor: 1 }, 'has the property "constructor"');
  for (const name of properties.keys()) {
    if (Object.hasOwn(value, name)) yield { path: [name], value: absent, predicate: 'is missing' };
    for (const property of propertyPointers(name))
      yield* within(contract, name, property, value[name]);
  }
}

function whole(value: unknown, predicate: string): Candidate {
  return { path: [], value, predicate };
}

function* within(
  contract: Contract,
  key: string,
  pointer: string,
  value: unknown,
): Iterable<Candidate> {
  for (const candidate of findCandidates(contract, pointer, value))
    yield { ...candidate, path: [key, ...candidate.path] };
}
