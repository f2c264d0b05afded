import type { AlertType, NewAlert } from '../alerts/alertQueue.ts';
import { requestFailed } from '../messages.ts';
import type { RequestError } from './RequestError.ts';

/**
 * Finds the alert about a failed request, with the error's id. It shows a response that cannot be parsed, and is
 * persistent after a 404. There is none after a 401.
 */
export function findAlert(error: RequestError): NewAlert | undefined {
  const { id, operationId, failure, response, isUnauthorized, isNotFound } = error;
  const isUnparsable = failure.kind === 'unparsable';
  const text = isUnparsable ? failure.text : requestFailed(operationId, failure.status);

  // The first row that applies has the type.
  const rows: readonly (readonly [AlertType | undefined, boolean])[] = [
    [undefined, isUnauthorized],
    ['success', isUnparsable && response?.ok === true],
    ['error', true],
  ];
  const type = rows.find(([, applies]) => applies)?.[0];
  return type && { id, type, text, persistent: isNotFound };
}
