type Suffix = { kind: 'valid'; suffix?: string } | { kind: 'invalid'; reason: string };

/** Parses a query that may contain only `suffix`, the suffix of one tester. */
export function parseSuffix({ suffix, ...others }: Readonly<Record<string, unknown>>): Suffix {
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) {
    return { kind: 'invalid', reason: `Unknown query parameter "${unknown}": expected suffix.` };
  }
  if (suffix === undefined) return { kind: 'valid' };
  if (typeof suffix === 'string' && suffix !== '') return { kind: 'valid', suffix };
  return { kind: 'invalid', reason: `suffix: expected one value, got ${JSON.stringify(suffix)}.` };
}
