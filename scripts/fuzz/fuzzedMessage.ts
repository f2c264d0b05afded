import type { Random } from '../verify/phases/fuzzing/random.ts';
import { malformedParts, validFramings } from './messageParts.ts';

// biome-ignore format: a row of short values
const partNames = ['startLine', 'startLine', 'headers', 'framing', 'lineEnd', 'bytes', 'ending'] as const;

/** The parts of a message to malform; all others are valid. */
export type Malformed = ReadonlySet<(typeof partNames)[number]>;

/** Picks up to two parts. */
export function pickMalformed(random: Random): Malformed {
  return new Set(Array.from({ length: random.below(3) }, () => random.pick(partNames)));
}

interface Message {
  startLine: string;
  /** Sent in any case. */
  headers?: readonly string[];
  /** Of which some are sent. */
  otherHeaders: readonly string[];
  /** Undefined for a message that has none. */
  body: string | undefined;
  framings?: typeof validFramings;
}

/** Returns the text of a message whose start line is malformed already. */
export function createMessage(
  random: Random,
  malformed: Malformed,
  { startLine, headers = [], otherHeaders, body, framings = validFramings }: Message,
): string {
  const frame = random.pick(malformed.has('framing') ? malformedParts.framings : framings);
  const framing = body === undefined ? { headers: [], framed: '' } : frame(body);
  const isMalformed = malformed.has('headers');
  const count = isMalformed && random.isTrue(1 / 30) ? 3_000 : random.below(5);
  const createHeader = () =>
    isMalformed
      ? `${random.pick(malformedParts.headerNames)}:${random.pick(malformedParts.headerValues)}`
      : random.pick(otherHeaders);
  const lines = [
    startLine,
    ...headers,
    ...Array.from({ length: count }, createHeader),
    ...framing.headers,
  ];
  const lineEnd = malformed.has('lineEnd') ? random.pick(malformedParts.lineEnds) : '\r\n';
  return `${lines.join(lineEnd)}${lineEnd}${lineEnd}${framing.framed}`;
}

/** Replaces up to five bytes of a message whose bytes are to be malformed. */
export function encodeMessage(random: Random, malformed: Malformed, text: string): Buffer {
  const bytes = Buffer.from(text, 'latin1');
  const changeCount = malformed.has('bytes') ? random.below(6) : 0;
  for (let i = 0; i < changeCount; i++) bytes[random.below(bytes.length)] = random.below(256);
  return bytes;
}
