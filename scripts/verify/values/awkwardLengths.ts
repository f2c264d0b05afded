import type { ResolvedSchema, SchemaValidator } from '../../../mock-api/contract/index.ts';
import { replaceWhole, type Variation } from './variation.ts';

interface Miscount {
  /** How a server counts too many or too few characters. */
  description: string;
  /** Repeated to the required number of code points, the unit of JSON Schema. */
  unit: string;
}

/** Characters that count more than once if they are encoded, escaped or normalized first. */
const countedTwice: readonly Miscount[] = [
  { description: 'of four bytes each', unit: '🌾' },
  { description: 'that HTML escapes', unit: '<' },
  { description: 'that are line feeds', unit: '\n' },
  { description: 'that normalization (NFC) lengthens', unit: '\u0958' },
];

/** Characters of which a server may count fewer than there are. */
const countedOnce: readonly Miscount[] = [
  { description: 'fewer after normalization (NFC)', unit: 'e\u0301' },
  { description: 'fewer if an emoji sequence counts once', unit: '👩‍👩‍👧‍👦' },
];

/** The longest valid texts of characters that servers often count more than once. */
export function* longestTexts(schema: ResolvedSchema, prefix: string): Iterable<Variation> {
  const maxLength = schema.limit('maxLength');
  if (!maxLength) return;
  for (const { description, unit } of countedTwice) {
    const text = fill(prefix, unit, maxLength.value);
    yield replaceWhole('valid', text, description, maxLength.pointer);
  }
}

/** Texts beyond a limit of which servers often count so few characters that they are within it. */
export function* miscountedTexts(
  schema: ResolvedSchema,
  validate: SchemaValidator,
  prefix: string,
): Iterable<Variation> {
  const maxLength = schema.limit('maxLength');
  const minLength = schema.limit('minLength');
  if (maxLength) {
    const { value: max, pointer } = maxLength;
    const full = fill(prefix, 'a', max);
    yield invalid(`${full} `, `has ${max + 1} characters, the last of them a blank`, pointer);
    for (const { description, unit } of countedOnce) {
      const text = fill(prefix, unit, max + 1);
      yield invalid(text, `has ${max + 1} characters, ${description}`, pointer);
    }
  }
  if (minLength && minLength.value > 1) {
    const length = minLength.value - 1;
    const text = '🌾'.repeat(length);
    if (validate(text).every(({ keyword }) => keyword === 'minLength')) {
      yield invalid(text, `has ${length} characters of four bytes each`, minLength.pointer);
    }
  }
}

function invalid(text: string, description: string, pointer: string): Variation {
  return replaceWhole('invalid', text, description, pointer);
}

/** The prefix, if it fits, and as many units as fit, padded to the length in code points. */
function fill(prefix: string, unit: string, length: number): string {
  const start = [...prefix].length < length / 2 ? prefix : '';
  const missing = length - [...start].length;
  const unitLength = [...unit].length;
  const padding = 'a'.repeat(missing % unitLength);
  return start + padding + unit.repeat(Math.floor(missing / unitLength));
}
