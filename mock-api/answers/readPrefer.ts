import { type Headers, headerText } from '../contract/message.ts';

/** What a caller asks of the mock with `Prefer` (RFC 7240). */
export interface Preference {
  /** The status of the answer. */
  code?: number;
  /** The name of the contract's example. */
  example?: string;
  /** Seconds to wait before the answer. */
  wait?: number;
}

export type ReadPreference =
  | { kind: 'preference'; value: Preference }
  | { kind: 'unreadable'; reason: string };

const LONGEST_WAIT = 600;
const PREFERENCE = /([^\s=,;]+)\s*(?:=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s,;]*)))?[^,]*/g;

/** Reads the header. Preferences that the mock has no part in are passed over, as the RFC asks. */
export function readPrefer(headers: Headers): ReadPreference {
  const value: Preference = {};
  for (const [, name = '', quoted, word] of (headerText(headers, 'prefer') ?? '').matchAll(
    PREFERENCE,
  )) {
    const text = quoted?.replace(/\\(.)/g, '$1') ?? word ?? '';
    // Of a preference that comes twice the first counts.
    switch (name.toLowerCase()) {
      case 'code':
        if (!/^[1-5]\d\d$/.test(text))
          return unreadable(`code=${text}`, 'a status from 100 to 599');
        value.code ??= Number(text);
        break;
      case 'example':
        if (text === '') return unreadable('example', 'the name of an example');
        value.example ??= text;
        break;
      case 'wait':
        if (!/^\d{1,3}(\.\d{1,3})?$/.test(text) || Number(text) > LONGEST_WAIT) {
          return unreadable(`wait=${text}`, `a number of seconds up to ${LONGEST_WAIT}`);
        }
        value.wait ??= Number(text);
        break;
    }
  }
  return { kind: 'preference', value };
}

/** The header of the answer: what was done of what was asked. */
export function preferenceApplied(preference: Preference): string {
  return Object.entries(preference)
    .map(
      ([name, value]) =>
        `${name}=${/^[\w.-]+$/.test(String(value)) ? value : JSON.stringify(value)}`,
    )
    .join(', ');
}

function unreadable(found: string, wanted: string): ReadPreference {
  return {
    kind: 'unreadable',
    reason: `"Prefer: ${found.slice(0, 60)}" is unreadable; it takes ${wanted}.`,
  };
}
