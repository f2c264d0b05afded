import { isRecord } from '../../contract/index.ts';
import { swapCase } from '../values/variation.ts';

interface SimilarId {
  text: string;
  /** A predicate: `lacks the last character`. */
  sentence: string;
  /** What bash derives it with from a variable. */
  expand(name: string): string;
}

/** What only resembles a session id. */
export function similarIds(id: string): SimilarId[] {
  const candidates: SimilarId[] = [
    ...(isToken(id) ? otherSignatures(id) : otherParts(id)),
    {
      // A server may read a GUID as a number.
      text: isGuid(id) ? id : swapCase(id),
      sentence: 'differs in upper and lower case',
      expand: (name) => `\${${name}~~}`,
    },
    { text: '%', sentence: 'is a percent sign, which SQL takes for any text', expand: () => '%' },
    { text: `x' OR '1'='1`, sentence: 'is an SQL condition', expand: () => `x' OR '1'='1` },
  ];
  return candidates.filter(({ text }) => text !== id);
}

function isGuid(id: string): boolean {
  return /^\{?[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}\}?$/i.test(id);
}

/** Whether an id is a JSON Web Token. */
function isToken(id: string): boolean {
  const parts = id.split('.');
  return parts.length === 3 && isRecord(decodeJson(parts[0] ?? ''));
}

/** The JSON that base64 or percent-encoding hides; undefined if there is none. */
function decodeJson(text: string): unknown {
  const decoded = [
    () => Buffer.from(text, 'base64').toString(),
    () => Buffer.from(decodeURIComponent(text), 'base64').toString(),
    () => decodeURIComponent(text),
  ];
  for (const decode of decoded) {
    try {
      return JSON.parse(decode());
    } catch {}
  }
  return undefined;
}

function otherSignatures(id: string): SimilarId[] {
  const start = id.slice(0, id.lastIndexOf('.'));
  return [
    {
      text: `${start}.${'A'.repeat(43)}`,
      sentence: 'is a token with another signature',
      expand: (name) => `\${${name}%.*}.${'A'.repeat(43)}`,
    },
    {
      text: `${start}.`,
      sentence: 'is a token without its signature',
      expand: (name) => `\${${name}%.*}.`,
    },
  ];
}

/** With a change to its longest part: load balancers may ignore the name of a node beside it, for example after a dot. */
function otherParts(id: string): SimilarId[] {
  const parts = id.split(/([.!:])/);
  const longest = parts.reduce((a, b) => (b.length > a.length ? b : a));
  const at = parts.indexOf(longest);
  const before = parts.slice(0, at).join('').length;
  const after = id.length - before - longest.length;
  const alter = (change: (part: string) => string) =>
    id.slice(0, before) + change(longest) + id.slice(id.length - after);
  const sed = (replacement: string) => (name: string) =>
    `$(sed -E 's/^(.{${before}})(.*)(.)(.{${after}})$/${replacement}/' <<<"$${name}")`;
  return [
    {
      text: alter((part) => part.slice(0, -1)),
      sentence: 'lacks the last character',
      expand: after === 0 ? (name) => `\${${name}%?}` : sed('\\1\\2\\4'),
    },
    {
      text: alter((part) => `${part}0`),
      sentence: 'has one more character',
      expand: after === 0 ? (name) => `\${${name}}0` : sed('\\1\\2\\30\\4'),
    },
  ];
}
