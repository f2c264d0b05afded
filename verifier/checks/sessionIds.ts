import { isRecord } from '#contract';

/** Fewer ids tell nothing about what changes between them. */
const minIds = 3;
/** OWASP asks for 64 bits that nobody can guess. */
const minVaryingBits = 64;
const minLength = 11;

/** Why somebody could guess the session ids of others, as a sentence; undefined if nothing shows it. */
export function findPredictability(ids: readonly string[]): string | undefined {
  const unique = [...new Set(ids)];
  const [first] = unique;
  if (first === undefined) return undefined;
  if (unique.every(isForgeable))
    return 'The session id is JSON without a signature, which anybody can write.';
  const decoded = unique.map(decodeNumber);
  if (first.length < minLength)
    return `The session id has ${first.length} characters, which can be tried out.`;
  if (unique.length < minIds) return undefined;

  const bits = countVaryingBits(unique);
  if (bits >= minVaryingBits) return undefined;

  const isRising = decoded.every((it, i) => i === 0 || it > (decoded[i - 1] ?? it));
  const how = isRising
    ? 'rise one by one or with the time'
    : `differ in about ${Math.round(bits)} bits`;
  return `The session ids ${how}, so that others can be guessed.`;
}

/** Whether an id is encoded JSON with nothing in it that is random. */
function isForgeable(id: string): boolean {
  const value = decodeJson(id);
  if (!isRecord(value)) return false;

  const texts = Object.values(value).filter((it) => typeof it === 'string');
  return !texts.some((text) => text.length >= 16 && /\d/.test(text) && !text.includes('@'));
}

/** The JSON that base64 or percent-encoding hides; undefined if there is none. */
function decodeJson(text: string): unknown {
  for (const decode of [decodeBase64, decodeURIComponent]) {
    try {
      return JSON.parse(decode(text));
    } catch {}
  }
  return undefined;
}

function decodeBase64(text: string): string {
  return Buffer.from(decodeURIComponent(text), 'base64').toString();
}

/** The first number of an id, in the usual notations. */
function decodeNumber(id: string): number {
  const [digits = ''] = /\d{1,15}/.exec(id) ?? [];
  return digits === '' ? Number.NaN : Number(digits);
}

/** How many bits the characters that change from id to id can hold, at their places. */
function countVaryingBits(ids: readonly string[]): number {
  const length = Math.max(...ids.map((id) => id.length));
  const places = Array.from({ length }, (_, i) => new Set(ids.map((id) => id[i] ?? '')));
  const bitsEach = ids.every((id) => /^[\da-f-]+$/i.test(id)) ? 4 : 6;
  return places.filter((characters) => characters.size > 1).length * bitsEach;
}
