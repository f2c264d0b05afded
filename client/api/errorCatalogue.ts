import type { NewAlert } from '../alerts/alertQueue.ts';
import { requestFailed } from '../messages.ts';
import { isSuccess } from './delivery.ts';
import type { RequestError } from './RequestError.ts';

/** What the product does about a failed request. */
export interface ErrorReaction {
  signsOut: boolean;
  alert?: NewAlert;
}

interface Row {
  appliesTo(error: RequestError): boolean;
  signsOut?: true;
  alert?: Pick<NewAlert, 'type'> & { text(error: RequestError): string };
}

const responseText = ({ failure }: RequestError) =>
  failure.kind === 'unparsable' ? failure.text : '';

const otherFailure: Row = {
  appliesTo: () => true,
  alert: {
    type: 'error',
    text: ({ operationId, failure }) => requestFailed(operationId, failure.status),
  },
};

/** The first row that applies is used. */
const catalogue: readonly Row[] = [
  {
    appliesTo: ({ isUnauthorized }) => isUnauthorized,
    signsOut: true,
  },
  {
    appliesTo: ({ failure }) => failure.kind === 'unparsable' && isSuccess(failure.status),
    alert: { type: 'success', text: responseText },
  },
  {
    appliesTo: ({ failure }) => failure.kind === 'unparsable',
    alert: { type: 'error', text: responseText },
  },
  otherFailure,
];

/** Finds the reaction to a failed request. The alert has the error's id; after a 404 it is persistent. */
export function findReaction(error: RequestError): ErrorReaction {
  const { signsOut = false, alert } =
    catalogue.find(({ appliesTo }) => appliesTo(error)) ?? otherFailure;
  if (!alert) return { signsOut };
  const { id, isNotFound: persistent } = error;
  return { signsOut, alert: { id, type: alert.type, text: alert.text(error), persistent } };
}
