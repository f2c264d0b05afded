import { samplePattern } from './samplePattern.ts';
import type { SchemaView } from './viewSchema.ts';

/** A good value for each format that JSON Schema names. */
const FORMATS: Readonly<Record<string, string>> = {
  email: 'contract.check@example.com',
  'idn-email': 'contract.check@example.com',
  uuid: '6f9619ff-8b86-4011-b42d-00c04fc964ff',
  date: '2024-02-29',
  time: '12:34:56Z',
  'date-time': '2024-02-29T12:34:56Z',
  duration: 'P1D',
  uri: 'https://example.com/contract-check',
  'uri-reference': '/contract-check',
  'uri-template': '/contract-check/{id}',
  hostname: 'contract-check.example.com',
  ipv4: '192.0.2.1',
  ipv6: '2001:db8::1',
  regex: '^a$',
  'json-pointer': '/a',
  byte: 'Y2hlY2s=',
};

/** What texts are stretched with where a pattern or a format allows not everything. */
const STRETCHERS = ['a', '0', 'A', 'x', '-', ' ', '/'];

/** Texts that may fit a schema, the likeliest first. */
export function textCandidates(view: SchemaView, filler: string): string[] {
  const format = view.keyword('format')?.value;
  const pattern = view.keyword('pattern')?.value;
  return [
    ...(typeof format === 'string' ? [FORMATS[format] ?? ''] : []),
    ...(typeof pattern === 'string' ? [samplePattern(pattern) ?? ''] : []),
    filler,
    'a',
    '0',
  ].filter((text) => text !== '');
}

/**
 * A text of a certain length, in code points as JSON Schema counts, made from samples by cutting or
 * by repeating a character of theirs. Undefined where none of what was tried is accepted.
 */
export function fitText(
  samples: readonly string[],
  length: number,
  accept: (text: string) => boolean,
): string | undefined {
  for (const sample of samples) {
    const characters = [...sample];
    const missing = length - characters.length;
    if (missing <= 0) {
      const found = [characters.slice(0, length), characters.slice(-missing)]
        .map((part) => part.join(''))
        .find(accept);
      if (found !== undefined) return found;
      continue;
    }
    for (const stretcher of [...STRETCHERS, ...new Set(characters)]) {
      const more = stretcher.repeat(missing);
      const middle = Math.floor(characters.length / 2);
      const found = [characters.length, 0, 1, middle]
        .map((at) => characters.slice(0, at).join('') + more + characters.slice(at).join(''))
        .find(accept);
      if (found !== undefined) return found;
    }
  }
  return STRETCHERS.map((stretcher) => stretcher.repeat(length)).find(accept);
}
