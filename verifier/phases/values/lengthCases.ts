import type { CaseDraft } from '../../plan/testCase.ts';
import { combineDrafts } from '../combineDrafts.ts';
import type { PhaseContext } from '../phaseContext.ts';
import { findLocations, type ValueLocation, vary } from '../valueLocations.ts';

/** How a server counts too many or too few characters, and what it then counts wrongly. */
type Miscount = readonly [description: string, text: string];

/** Characters that count more than once if they are encoded, escaped or normalized first. */
const countedTwice: readonly Miscount[] = [
  ['of four bytes each', '🌾'],
  ['that HTML escapes', '<'],
  ['that are line feeds', '\n'],
  ['that normalization (NFC) lengthens', '\u0958'],
];

/** Characters of which a server may count fewer than there are. */
const countedOnce: readonly Miscount[] = [
  ['fewer after normalization (NFC)', 'e\u0301'],
  ['fewer if an emoji sequence counts once', '👩‍👩‍👧‍👦'],
];

/** Finds servers that count the characters of a text wrongly, so that they reject a valid one or accept a longer one. */
export function* lengthCases(context: PhaseContext): Iterable<CaseDraft> {
  const { sampler, isTagged } = context;
  const prefix = isTagged ? `${sampler.tag} ` : '';
  const locations = findLocations(context).filter((it) => it.isFreeText && !it.isExisting);
  for (const [what, unit] of countedTwice) {
    const parts = locations.flatMap((location) => {
      const max = location.schema.limit('maxLength');
      if (!max) return [];

      const text = fill(prefix, unit, max.value);
      const draft = vary(context, location, text, `has ${max.value} characters ${what}`);
      return [{ ...draft, pointer: max.pointer }];
    });
    const sentence = `Every free text has its maximum length, in characters ${what}.`;
    const combined = combineDrafts(context, locations, parts, sentence);
    if (combined) yield combined;
  }
  for (const location of locations) yield* miscountedTexts(context, location, prefix);
}

function* miscountedTexts(
  context: PhaseContext,
  location: ValueLocation,
  prefix: string,
): Iterable<CaseDraft> {
  const max = location.schema.limit('maxLength');
  if (max) {
    const length = max.value + 1;
    const texts: Miscount[] = [
      ['the last of them a blank', `${fill(prefix, 'a', max.value)} `],
      ...countedOnce.map(([what, unit]): Miscount => [what, fill(prefix, unit, length)]),
    ];
    for (const [what, text] of texts) {
      const draft = vary(context, location, text, `has ${length} characters, ${what}`);
      yield { ...draft, kind: 'invalid data', pointer: max.pointer };
    }
  }
  const min = location.schema.limit('minLength');
  if (!min || min.value < 2) return;

  const length = min.value - 1;
  const text = '🌾'.repeat(length);
  const draft = vary(context, location, text, `has ${length} characters of four bytes each`);
  yield { ...draft, kind: 'invalid data', pointer: min.pointer };
}

/** The prefix, if it fits, and as many units as fit, padded to the length in code points, the unit of JSON Schema. */
function fill(prefix: string, unit: string, length: number): string {
  const start = [...prefix].length < length / 2 ? prefix : '';
  const missing = length - [...start].length;
  const unitLength = [...unit].length;
  const padding = 'a'.repeat(missing % unitLength);
  return start + padding + unit.repeat(Math.floor(missing / unitLength));
}
