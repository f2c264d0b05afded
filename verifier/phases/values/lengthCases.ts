import type { CaseDraft } from '../../plan/testCase.ts';
import { combineDrafts, type PhaseContext, vary } from '../phaseContext.ts';
import { isFreeText, type ValueLocation } from '../valueLocations.ts';

/** What a server counts wrongly, and a unit of it. */
type Miscount = readonly [description: string, unit: string];

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
  const { sampler, isTagged, locations } = context;
  const prefix = isTagged ? `${sampler.tag} ` : '';
  const texts = locations.filter((it) => isFreeText(it.schema) && !it.isExisting);
  for (const [what, unit] of countedTwice) {
    const parts = texts.flatMap((location): [ValueLocation, CaseDraft][] => {
      const max = location.schema.limit('maxLength');
      if (!max) return [];

      const text = fill(prefix, unit, max.value);
      const draft = vary(context, location, text, `has ${max.value} characters ${what}`);
      return [[location, { ...draft, pointer: max.pointer }]];
    });
    const sentence = `Every free text has its maximum length, in characters ${what}.`;
    const combined = combineDrafts(context, parts, sentence);
    if (combined) yield combined;
  }
  for (const location of texts) yield* longerTexts(context, location, prefix);
}

function* longerTexts(
  context: PhaseContext,
  location: ValueLocation,
  prefix: string,
): Iterable<CaseDraft> {
  const max = location.schema.limit('maxLength');
  if (!max) return;

  const length = max.value + 1;
  const texts: readonly Miscount[] = [
    ['the last of them a blank', `${fill(prefix, 'a', max.value)} `],
    ...countedOnce.map(([what, unit]): Miscount => [what, fill(prefix, unit, length)]),
  ];
  for (const [what, text] of texts) {
    const draft = vary(context, location, text, `has ${length} characters, ${what}`);
    yield { ...draft, kind: 'invalid data', pointer: max.pointer };
  }
}

/** The prefix, if it fits, and as many units as fit, padded to the length in code points, the unit of JSON Schema. */
function fill(prefix: string, unit: string, length: number): string {
  const start = [...prefix].length < length / 2 ? prefix : '';
  const missing = length - [...start].length;
  const unitLength = [...unit].length;
  const padding = 'a'.repeat(missing % unitLength);
  return start + padding + unit.repeat(Math.floor(missing / unitLength));
}
