import type { CaseDraft } from '../../plan/testCase.ts';
import { absent } from '../../values/variation.ts';
import type { PhaseContext } from '../phaseContext.ts';
import { findLocations, type ValueLocation } from '../valueLocations.ts';
import { createRandom } from './random.ts';
import { randomValue } from './randomValue.ts';

export interface FuzzOptions {
  count: number;
  seed: number;
}

/** Per request: many random values cannot be encoded, in a header for example. */
const maxAttempts = 20;

/** Base requests with one random value. Whether a request is valid is decided by the contract after it was encoded. */
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
    const location = random.pick(locations);
    const draft = createDraft(context, location, randomValue(random, location));
    if (!draft) continue;
    created += 1;
    yield { context, draft };
  }
}

/** Undefined if the value cannot be sent or does not reach the operation. */
function createDraft(
  { base, classify }: PhaseContext,
  { place, replace, subject, schema, isExisting }: ValueLocation,
  value: unknown,
): CaseDraft | undefined {
  const values = replace(base.values, place !== 'body' && value === absent ? undefined : value);
  const classification = classify(values);
  if (!classification || classification.kind === 'unroutable') return undefined;
  const isInvalid = classification.kind === 'invalid';
  return {
    ...base,
    kind: isInvalid ? 'invalid data' : 'valid data',
    description: `Random: ${subject} is ${quote(value)}.`,
    pointer: isInvalid ? '' : schema.pointer,
    values,
    usesExistingValues: base.usesExistingValues && !isExisting,
  };
}

function quote(value: unknown): string {
  if (value === absent) return 'absent';
  const text = JSON.stringify(value) ?? '';
  return text.length > 80 ? `${text.slice(0, 60)}… (${text.length} characters)` : text;
}
