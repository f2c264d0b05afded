import type { CaseDraft } from '../../plan/testCase.ts';
import type { PhaseContext } from '../phaseContext.ts';
import { findLocations, type ValueLocation } from '../valueLocations.ts';

/**
 * Reads of a resource whose id was given: the id in another encoding must find it, and an id that only
 * resembles it must not.
 */
export function* resourceCases(context: PhaseContext): Iterable<CaseDraft> {
  const { operation, base, isTagged } = context;
  const declares404 = operation.responses.some(({ status }) => status === '404');
  if (isTagged) return;
  for (const location of findLocations(context)) {
    const { place, isKnown, value, subject, schema, replace } = location;
    if (place !== 'path' || !isKnown) continue;
    yield* encodedIds(context, location);
    if (!declares404) continue;
    for (const [id, description, isAdvice = false] of similarIds(String(value))) {
      yield {
        ...base,
        kind: 'unknown id',
        description: `${subject} ${description}.`,
        pointer: schema.pointer,
        values: replace(base.values, id),
        usesKnownValues: false,
        isAdvice,
      };
    }
  }
}

/** Equivalent spellings of the same URL (RFC 3986, 6.2.2). */
function* encodedIds(
  { base }: PhaseContext,
  { subject, value, schema }: ValueLocation,
): Iterable<CaseDraft> {
  const text = String(value);
  const [first = ''] = text;
  if (!/^[A-Za-z0-9]/.test(first)) return;
  const encoded = `%${first.charCodeAt(0).toString(16)}`;
  yield {
    ...base,
    description: `${subject} has a percent-encoded letter.`,
    pointer: schema.pointer,
    rewrite: (request) => {
      const at = request.target.lastIndexOf(`/${text}`);
      if (at < 0) return undefined;
      const target = `${request.target.slice(0, at)}/${encoded}${request.target.slice(at + 2)}`;
      return { ...request, target };
    },
  };
}

function similarIds(id: string) {
  const swapped = id.replace(/[a-z]/gi, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  );
  const candidates: [id: string, description: string, isAdvice?: boolean][] = [
    ['contract-check-no-such-id', 'was invented'],
    [`${id}x`, 'has one more character than the existing id'],
    [id.slice(0, -1), 'lacks the last character of the existing id'],
    [`${id}.json`, 'is the existing id with the suffix of a format'],
    [`${id}.`, 'is the existing id and a dot'],
    [swapped, 'differs from the existing id in upper and lower case', true],
  ];
  return candidates.filter(([candidate]) => candidate !== '' && candidate !== id);
}
