import { handlerOf } from './answers/handlerOf.ts';
import type { State } from './answers/operationHandler.ts';
import type { CheckedRequest } from './contract/checkRequest.ts';
import type { Operation } from './contract/contract.ts';
import { isObject } from './contract/pointer.ts';
import type { JournalEntry } from './journal/journal.ts';
import { maskSecrets } from './journal/maskSecrets.ts';

const KEY_LIMIT = 300;
/** In characters. A conforming message with a real captcha's response is a fifth of it. */
const KEPT_BODY = 16 * 1024;

/** What the journal tells of a request, also where the request breaks the contract. */
export function describeCall(
  operation: Operation,
  request: CheckedRequest,
  state: State,
): Partial<JournalEntry> {
  const handler = handlerOf(operation.id);
  const loose = {
    path: request.parameters.path,
    body: isObject(request.body) ? request.body : {},
  };
  const key = textOf(handler?.key?.(loose, state));
  const subscriber = textOf(handler?.subscriber?.(loose));
  return {
    operation: operation.id,
    ...(key !== undefined && { key }),
    ...(subscriber !== undefined && { subscriber }),
    ...(request.body !== undefined && { body: keepBody(request.body, state.world.secretNames) }),
  };
}

function keepBody(body: unknown, secretNames: ReadonlySet<string>): unknown {
  const { length } = JSON.stringify(body);
  return length > KEPT_BODY
    ? `${length} characters, too long to keep`
    : maskSecrets(body, secretNames);
}

/** A request that breaks the contract may hold anything in place of an id. */
function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value.slice(0, KEY_LIMIT) : undefined;
}
