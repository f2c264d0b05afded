import type { ResolvedSchema } from './resolveSchema.ts';

/** A valid value of each format in JSON Schema. */
const formatSamples: Readonly<Record<string, string>> = {
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
  url: 'https://example.com/contract-check',
  hostname: 'contract-check.example.com',
  ipv4: '192.0.2.1',
  ipv6: '2001:db8::1',
  regex: '^a$',
  'json-pointer': '/a',
  byte: 'Y2hlY2s=',
};

/** Tried as padding before the sample's own characters. */
const paddingCharacters = ['a', '0', 'A', 'x', '-', ' ', '/'];

/** Strings that may match a schema, the most likely first. */
export function stringCandidates(view: ResolvedSchema, filler: string): string[] {
  const format = view.keyword('format')?.value;
  return [
    ...(typeof format === 'string' ? [formatSamples[format] ?? ''] : []),
    filler,
    'a',
    '0',
  ].filter((text) => text !== '');
}

/**
 * Truncates or pads one of the samples to a length in code points, the unit of JSON Schema.
 * Undefined if no result is accepted.
 */
export function resizeString(
  samples: readonly string[],
  length: number,
  isAccepted: (text: string) => boolean,
): string | undefined {
  for (const sample of samples) {
    const characters = [...sample];
    const missing = length - characters.length;
    if (missing <= 0) {
      const cut = [characters.slice(0, length), characters.slice(-missing)]
        .map((part) => part.join(''))
        .find(isAccepted);
      if (cut !== undefined) return cut;
      continue;
    }
    for (const character of [...paddingCharacters, ...new Set(characters)]) {
      const padding = character.repeat(missing);
      const middle = Math.floor(characters.length / 2);
      const padded = [characters.length, 0, 1, middle]
        .map((at) => characters.slice(0, at).join('') + padding + characters.slice(at).join(''))
        .find(isAccepted);
      if (padded !== undefined) return padded;
    }
  }
  return undefined;
}
