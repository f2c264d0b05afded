import type { ResolvedSchema, SchemaValidator } from '../../../mock-api/contract/index.ts';
import { replaceWhole, type Variation } from './variation.ts';

type Row = readonly [text: string, description: string];

/** Values that a pattern instead of a parser, or a stricter parser than the format, mistakes. */
const valuesByFormat: Readonly<Record<string, { valid: readonly Row[]; invalid: readonly Row[] }>> =
  {
    date: {
      valid: [['2028-02-29', 'is a leap day']],
      invalid: [
        ['2027-02-29', 'is a leap day in another year'],
        ['2027-04-31', 'is the 31st day of a month of 30'],
        ['2027-01-31T12:00:00Z', 'is a date with a time'],
      ],
    },
    'date-time': {
      valid: [
        ['2028-02-29T23:59:59Z', 'is on a leap day'],
        ['2027-01-31T12:00:00+05:30', 'has an offset of half an hour'],
      ],
      invalid: [
        ['2027-01-31T12:00:00', 'has no offset'],
        ['2027-01-31T25:00:00Z', 'is in hour 25'],
        ['2027-01-31', 'is a date without a time'],
      ],
    },
    uuid: {
      valid: [['6F9619FF-8B86-4011-B42D-00C04FC964FF', 'is a UUID in upper case']],
      invalid: [
        ['6f9619ff-8b86-4011-b42d-00c04fc964fg', 'has a letter that is no hexadecimal digit'],
        ['6f9619ff8b864011b42d00c04fc964ff', 'is a UUID without hyphens'],
      ],
    },
    email: {
      valid: [['contract+check@mail.example.com', 'has a plus sign and a subdomain']],
      invalid: [
        ['contract.check@', 'is an e-mail address without a domain'],
        ['contract check@example.com', 'is an e-mail address with a blank'],
      ],
    },
  };

/** Values of a format, and values that only resemble one. */
export function* varyFormat(
  schema: ResolvedSchema,
  validate: SchemaValidator,
): Iterable<Variation> {
  const format = schema.keyword('format');
  if (!format) return;
  const { pointer } = format;
  yield replaceWhole('invalid', 'not valid', `is not a valid ${format.value}`, pointer);
  const { valid, invalid } = valuesByFormat[String(format.value)] ?? { valid: [], invalid: [] };
  for (const [text, description] of valid) {
    if (validate(text).length === 0) yield replaceWhole('valid', text, description, pointer);
  }
  for (const [text, description] of invalid) {
    const violations = validate(text);
    const isFormat =
      violations.length > 0 && violations.every(({ keyword }) => keyword === 'format');
    if (isFormat) yield replaceWhole('invalid', text, description, pointer);
  }
}
