import type { NewAlert } from '../alerts/alertQueue.ts';
import { requestFailed } from '../messages.ts';
import { isSuccess, type RequestError } from './RequestError.ts';

/** What the product does about a failed request. */
export interface ErrorReaction {
  signsOut: boolean;
  alert?: NewAlert;
}

interface Row {
  appliesTo(error: RequestError): boolean;
  signsOut?: true;
  alert?: Pick<NewAlert, 'type' | 'persistent'> & { text(error: RequestError): string };
}

const responseText = ({ failure }: RequestError) =>
  failure.kind === 'unparsable' ? failure.text : '';

const statusText = ({ operationId, failure }: RequestError) =>
  requestFailed(operationId, failure.status);

const otherFailure: Row = {
  appliesTo: () => true,
  alert: { type: 'error', text: statusText, persistent: false },
};

/** The first row that applies is used. */
const catalogue: readonly Row[] = [
  {
    appliesTo: ({ isUnauthorized }) => isUnauthorized,
    signsOut: true,
  },
  {
    appliesTo: ({ failure }) => failure.kind === 'unparsable' && isSuccess(failure.status),
    alert: { type: 'success', text: responseText, persistent: false },
  },
  {
    appliesTo: ({ failure, isNotFound }) => failure.kind === 'unparsable' && isNotFound,
    alert: { type: 'error', text: responseText, persistent: true },
  },
  {
    appliesTo: ({ failure }) => failure.kind === 'unparsable',
    alert: { type: 'error', text: responseText, persistent: false },
  },
  {
    appliesTo: ({ isNotFound }) => isNotFound,
    alert: { type: 'error', text: statusText, persistent: true },
  },
  otherFailure,
];

/** Finds the reaction to a failed request. The alert has the error's id. */
export function findReaction(error: RequestError): ErrorReaction {
  const { signsOut = false, alert } =
    catalogue.find(({ appliesTo }) => appliesTo(error)) ?? otherFailure;
  return alert
    ? { signsOut, alert: { ...alert, id: error.id, text: alert.text(error) } }
    : { signsOut };
}
