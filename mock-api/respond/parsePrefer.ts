import { type Headers, headerText } from '../contract/http/httpMessage.ts';

/** What a client requests with `Prefer` (RFC 7240). */
export interface Preference {
  /** The status of the response. */
  code?: number;
  /** The name of an example in the contract. */
  example?: string;
  /** Seconds to wait before responding. */
  wait?: number;
}

export type ParsedPrefer =
  | { kind: 'preference'; value: Preference }
  | { kind: 'invalid'; reason: string };

const maxWaitSeconds = 600;

/** Parses the `Prefer` header. Unknown preferences are ignored, as the RFC requires. */
export function parsePrefer(headers: Headers): ParsedPrefer {
  const value: Preference = {};
  for (const preference of (headerText(headers, 'prefer') ?? '').split(',')) {
    const [name = '', quoted = ''] = preference.split('=', 2).map((part) => part.trim());
    const text = quoted.replace(/^"(.*)"$/, '$1');
    // The first of several preferences with the same name applies.
    switch (name.toLowerCase()) {
      case 'code':
        // A status below 200 does not end the response.
        if (!/^[2-5]\d\d$/.test(text)) return invalid(name, 'a status from 200 to 599', text);
        value.code ??= Number(text);
        break;
      case 'example':
        if (text === '') return invalid(name, 'the name of an example', text);
        value.example ??= text;
        break;
      case 'wait':
        if (!/^\d{1,3}(\.\d{1,3})?$/.test(text) || Number(text) > maxWaitSeconds) {
          return invalid(name, `a number of seconds from 0 to ${maxWaitSeconds}`, text);
        }
        value.wait ??= Number(text);
        break;
    }
  }
  return { kind: 'preference', value };
}

/** The value of `Preference-Applied`, empty if no preference was applied. */
export function formatPreferenceApplied(preference: Preference): string {
  return Object.entries(preference)
    .map(([name, value]) => `${name}=${value}`)
    .join(', ');
}

function invalid(name: string, expected: string, text: string): ParsedPrefer {
  const got = text.slice(0, 60);
  return { kind: 'invalid', reason: `Prefer ${name}: expected ${expected}, got "${got}".` };
}
