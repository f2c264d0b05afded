import type { CaseDraft } from '../../plan/testCase.ts';
import { absent } from '../../values/variation.ts';
import type { PhaseContext } from '../phaseContext.ts';
import { findLocations, type ValueLocation } from '../valueLocations.ts';
import { createRandom, type Random } from './random.ts';
import { randomValue } from './randomValue.ts';
import { simplifyValue } from './simplifyValue.ts';

export interface FuzzOptions {
  count: number;
  seed: number;
}

interface Change {
  location: ValueLocation;
  value: unknown;
}

const maxChanges = 3;
/** Per request: many random values cannot be encoded, in a header for example. */
const maxAttempts = 20;

/**
 * Base requests with one to three random values. Whether a request is valid is decided by the contract
 * after it was encoded; a failure is simplified by undoing and shortening the changes.
 */
export function* fuzzCases(
  contexts: readonly PhaseContext[],
  { count, seed }: FuzzOptions,
): Iterable<{ context: PhaseContext; draft: CaseDraft }> {
  const random = createRandom(seed);
  const targets = contexts
    .map((context) => ({ context, locations: findLocations(context) }))
    .filter(({ locations }) => locations.length > 0);
  if (targets.length === 0) return;
  let created = 0;
  for (let attempt = 0; created < count && attempt < count * maxAttempts; attempt += 1) {
    const { context, locations } = random.pick(targets);
    const draft = createDraft(context, randomChanges(random, locations));
    if (!draft) continue;
    created += 1;
    yield { context, draft };
  }
}

function randomChanges(random: Random, locations: readonly ValueLocation[]): Change[] {
  const count = 1 + random.below(Math.min(maxChanges, locations.length));
  const chosen = new Set(Array.from({ length: count }, () => random.pick(locations)));
  return [...chosen].map((location) => ({ location, value: randomValue(random, location) }));
}

/** Undefined if the values cannot be sent or do not reach the operation. */
function createDraft(context: PhaseContext, changes: readonly Change[]): CaseDraft | undefined {
  const { base, classify } = context;
  const values = changes.reduce(
    (changed, { location, value }) =>
      location.replace(changed, location.place !== 'body' && value === absent ? undefined : value),
    base.values,
  );
  const classification = classify(values);
  if (!classification || classification.kind === 'unroutable') return undefined;
  const [violation] = classification.kind === 'invalid' ? classification.violations : [];
  const places = changes.map(({ location, value }) => `${location.subject} is ${quote(value)}`);
  return {
    ...base,
    kind: violation ? 'invalid data' : 'valid data',
    description: `Random: ${places.join('; ')}.`,
    pointer: violation ? '' : (changes[0]?.location.schema.pointer ?? base.pointer),
    values,
    usesKnownValues: base.usesKnownValues && !changes.some(({ location }) => location.isKnown),
    simplify: () => simplify(context, changes),
  };
}

function* simplify(context: PhaseContext, changes: readonly Change[]): Iterable<CaseDraft> {
  for (const [i, { location, value }] of changes.entries()) {
    const others = changes.filter((_, at) => at !== i);
    const simpler = [...simplifyValue(value)].map((next) => [...others, { location, value: next }]);
    for (const candidate of others.length > 0 ? [others, ...simpler] : simpler) {
      const draft = createDraft(context, candidate);
      if (draft) yield draft;
    }
  }
}

function quote(value: unknown): string {
  if (value === absent) return 'absent';
  const text = JSON.stringify(value) ?? '';
  return text.length > 80 ? `${text.slice(0, 60)}… (${text.length} characters)` : text;
}
