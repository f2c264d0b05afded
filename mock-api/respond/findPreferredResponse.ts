import { type Headers, headerText, type Operation } from '../contract/index.ts';
import { findExampleResponse } from './findExampleResponse.ts';
import type { Reply } from './reply.ts';
import { createProblemReply } from './sendProblem.ts';

/**
 * The contract's response that a client selects with `Prefer: code=404` or `Prefer: example=NAME` (RFC 7240), or an
 * error if there is none. Other preferences are ignored, as the RFC requires.
 */
export function findPreferredResponse(operation: Operation, headers: Headers): Reply | undefined {
  const prefer = headerText(headers, 'prefer') ?? '';
  const code = preferenceOf(prefer, 'code');
  const example = preferenceOf(prefer, 'example');
  if (code === undefined && example === undefined) return undefined;
  const accept = headerText(headers, 'accept');
  // A status below 200 does not end the response.
  const isStatus = code === undefined || /^[2-5]\d\d$/.test(code);
  const response = isStatus
    ? findExampleResponse(operation, {
        accept,
        status: code === undefined ? code : Number(code),
        example,
      })
    : undefined;
  if (response) {
    const reason = `Selected with Prefer: ${prefer}.`;
    return { kind: 'response', source: 'contract', response, reason };
  }
  const reason = `Prefer: ${operation.id} has no response with ${prefer.slice(0, 60)}.`;
  return createProblemReply(operation, 400, reason, accept);
}

/** The value of the first preference with a name, empty if it has none. */
function preferenceOf(prefer: string, name: string): string | undefined {
  const preferences = prefer.split(',').map((one) => one.split('=', 2));
  const found = preferences.find(([key = '']) => key.trim().toLowerCase() === name);
  return found && (found[1] ?? '').trim().replace(/^"(.*)"$/, '$1');
}
