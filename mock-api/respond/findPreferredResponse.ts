import { type Headers, headerText, type Operation } from '../contract/index.ts';
import { findExampleResponse, type MockResponse } from './findExampleResponse.ts';

/** What a client requests with `Prefer` (RFC 7240). */
interface Preference {
  /** The status of the response. */
  code?: number;
  /** The name of an example in the contract. */
  example?: string;
  /** Seconds to wait before responding. */
  wait?: number;
}

interface InvalidPreference {
  kind: 'invalid';
  reason: string;
}

export type PreferredResponse =
  | InvalidPreference
  | {
      kind: 'valid';
      /** Undefined if no status and no example is preferred. */
      response?: MockResponse;
      delayMs?: number;
      /** The value of `Preference-Applied`, empty if no preference was applied. */
      applied: string;
    };

/** The contract's response that a client selects with `Prefer`, and the delay that it requests. */
export function findPreferredResponse(operation: Operation, headers: Headers): PreferredResponse {
  const prefer = parsePrefer(headers);
  if (prefer.kind === 'invalid') return prefer;
  const { code, example, wait } = prefer.value;
  const valid = {
    kind: 'valid',
    ...(wait !== undefined && { delayMs: wait * 1000 }),
    applied: Object.entries(prefer.value)
      .map(([name, value]) => `${name}=${value}`)
      .join(', '),
  } as const;
  if (code === undefined && example === undefined) return valid;

  const response = findExampleResponse(operation, {
    accept: headerText(headers, 'accept'),
    ...(code !== undefined && { status: code }),
    ...(example !== undefined && { example }),
  });
  if (response) return { ...valid, response };
  const reason = `Prefer: ${operation.id} has no response with ${valid.applied}. The contract declares ${describeResponses(operation)}.`;
  return { kind: 'invalid', reason };
}

/** `200 (daily, spacesInName), 404 (notFound)` */
function describeResponses({ responses }: Operation): string {
  return responses
    .map(({ status, content }) => {
      const names = content.flatMap(({ examples }) => examples.map(({ name }) => name));
      return names.length > 0 ? `${status} (${names.join(', ')})` : status;
    })
    .join(', ');
}

const maxWaitSeconds = 600;

/** Parses the `Prefer` header. Unknown preferences are ignored, as the RFC requires. */
function parsePrefer(
  headers: Headers,
): InvalidPreference | { kind: 'preference'; value: Preference } {
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

function invalid(name: string, expected: string, text: string): InvalidPreference {
  const got = text.slice(0, 60);
  return { kind: 'invalid', reason: `Prefer ${name}: expected ${expected}, got "${got}".` };
}
