import type { Operation } from '../contract/contract.ts';
import { type Headers, headerText } from '../contract/http/httpMessage.ts';
import { findExampleResponse, type MockResponse } from './findExampleResponse.ts';
import { formatPreferenceApplied, type Preference, parsePrefer } from './parsePrefer.ts';

export type PreferredResponse =
  | { kind: 'invalid'; reason: string }
  | {
      kind: 'valid';
      /** Undefined if no status and no example is preferred. */
      response?: MockResponse;
      delayMs?: number;
      /** The value of `Preference-Applied`. */
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
    applied: formatPreferenceApplied(prefer.value),
  } as const;
  if (code === undefined && example === undefined) return valid;

  const response = findExampleResponse(operation, {
    accept: headerText(headers, 'accept'),
    ...(code !== undefined && { status: code }),
    ...(example !== undefined && { example }),
  });
  if (response) return { ...valid, response };
  const reason = `Prefer: ${operation.id} has no response with ${describePreference(prefer.value)}. The contract declares ${describeResponses(operation)}.`;
  return { kind: 'invalid', reason };
}

function describePreference({ code, example }: Preference): string {
  const status = code === undefined ? [] : [`status ${code}`];
  const name = example === undefined ? [] : [`example "${example.slice(0, 60)}"`];
  return [...status, ...name].join(' and ');
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
