import type { AlertType, NewAlert } from '../alerts/alertQueue.ts';
import { requestFailed } from '../messages.ts';
import type { RequestError } from './RequestError.ts';

/** The type of the alert about a failed request, if there is one. The first row that applies is used. */
const rows: readonly (readonly [AlertType | undefined, (error: RequestError) => boolean])[] = [
  [undefined, ({ isUnauthorized }) => isUnauthorized],
  ['success', ({ failure, response }) => failure.kind === 'unparsable' && response?.ok === true],
  ['error', () => true],
];

/**
 * Finds the alert about a failed request, with the error's id. It shows a response that cannot be parsed, and is
 * persistent after a 404. There is none after a 401.
 */
export function findAlert(error: RequestError): NewAlert | undefined {
  const { id, operationId, failure, isNotFound: persistent } = error;
  const type = rows.find(([, appliesTo]) => appliesTo(error))?.[0];
  const text =
    failure.kind === 'unparsable' ? failure.text : requestFailed(operationId, failure.status);
  return type && { id, type, text, persistent };
}
