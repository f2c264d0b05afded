import { isRecord, type Sampler } from './sampleValue.ts';
import { replaceAt, type Variation, type Vary } from './variation.ts';
import { varyList } from './varyList.ts';
import { varyNumber } from './varyNumber.ts';
import { varyObject } from './varyObject.ts';
import { varyText } from './varyText.ts';
import type { JsonType, SchemaView } from './viewSchema.ts';

/** A value of each type of JSON; `integer` stands for a number without a fraction. */
const ANY = {
  string: 'contract check',
  integer: 42,
  number: 1.5,
  boolean: true,
  null: null,
  array: ['contract check'],
  object: { contractCheck: true },
} satisfies Record<JsonType, unknown>;

const WORDS = {
  string: 'a text',
  integer: 'a whole number',
  number: 'a number with a fraction',
  boolean: 'true',
  null: 'null',
  array: 'a list',
  object: 'an object',
} satisfies Record<JsonType, string>;

/**
 * All that is worth trying in place of a value that fits its schema, one thing at a time. What each
 * claims to be follows from one keyword; only the contract's own check can prove it.
 */
export function varyValue(
  pointer: string,
  sampler: Sampler,
  value: unknown,
  above: readonly string[] = [],
): Iterable<Variation> {
  return [...vary(sampler.view(pointer), sampler, value, above)];
}

function* vary(
  schema: SchemaView,
  sampler: Sampler,
  value: unknown,
  above: readonly string[],
): Iterable<Variation> {
  const inner: Vary = (pointer, part) => varyValue(pointer, sampler, part, above);
  yield* varyShown(schema, value);
  yield* varyType(schema, sampler);
  yield* varyBranches(schema, sampler, value, above);
  if (typeof value === 'string') {
    yield* varyText(schema, sampler.check(schema.pointer), value, sampler.tag);
  }
  if (typeof value === 'number') yield* varyNumber(schema, value);
  if (typeof value === 'boolean') yield change('valid', !value, `is ${!value}`, schema.pointer);
  if (Array.isArray(value)) yield* varyList(schema, sampler, inner, value);
  if (isRecord(value)) yield* varyObject(schema, inner, value);
}

/** Examples and listed values, and one that is not listed. */
function* varyShown(schema: SchemaView, value: unknown): Iterable<Variation> {
  for (const name of ['examples', 'enum']) {
    const found = schema.keyword(name);
    if (!found || !Array.isArray(found.value)) continue;
    for (const shown of found.value) {
      if (shown !== value) yield change('valid', shown, `is ${brief(shown)}`, found.pointer);
    }
  }
  for (const name of ['enum', 'const']) {
    const found = schema.keyword(name);
    if (found) yield change('invalid', 'not listed', 'is none of those listed', found.pointer);
  }
}

function* varyType(schema: SchemaView, sampler: Sampler): Iterable<Variation> {
  for (const [name, any] of Object.entries(ANY)) {
    const type = name as JsonType;
    const what = `is ${WORDS[type]}`;
    const allowed = schema.types.has(type) || (type === 'integer' && schema.types.has('number'));
    if (!allowed) yield change('invalid', any, what, schema.typePointer);
    // Of several types each is good; the base value is of one.
    else if (schema.types.size > 1 && sampler.check(schema.pointer)(any).length === 0) {
      yield change('valid', any, what, schema.typePointer);
    }
  }
}

/** Each alternative, itself varied from a base of its own. */
function* varyBranches(
  schema: SchemaView,
  sampler: Sampler,
  value: unknown,
  above: readonly string[],
): Iterable<Variation> {
  for (const [i, branch] of schema.branches.entries()) {
    const fits = sampler.check(branch)(value).length === 0;
    // A schema inside itself has no end.
    if (!fits && above.includes(branch)) continue;
    const base = fits ? value : sampler.sample(branch);
    if (base === undefined) continue;
    const which = `as alternative ${i + 1}`;
    if (!fits) yield change('valid', base, `is given ${which}`, branch);
    for (const inner of varyValue(branch, sampler, base, [...above, branch])) {
      const place = inner.path.length > 0 ? ` its "${inner.path.join('.')}"` : '';
      yield {
        ...inner,
        path: [],
        value: replaceAt(base, inner.path, inner.value),
        what: `${which}${place} ${inner.what}`,
      };
    }
  }
}

function change(
  claim: Variation['claim'],
  value: unknown,
  what: string,
  pointer: string,
): Variation {
  return { claim, path: [], value, what, pointer };
}

function brief(value: unknown): string {
  const text = JSON.stringify(value) ?? '';
  return text.length > 40 ? `${text.slice(0, 40)}…` : text;
}
