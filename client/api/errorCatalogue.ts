import type { NewAlert } from '../platform/alertQueue.ts';
import { isSuccess, type RequestError } from './RequestError.ts';

/** What the product does about a failed request. */
export interface Consequence {
  signsOut: boolean;
  alert?: NewAlert;
}

interface Row {
  when(error: RequestError): boolean;
  type?: 'success' | 'error';
  text?(error: RequestError): string;
}

const rawText = ({ failure }: RequestError) => (failure.kind === 'unparsable' ? failure.text : '');

/** The first row that fits decides. */
const rows = {
  unauthorized: {
    when: (error) => error.isUnauthorized,
  },
  unparsableSuccess: {
    when: ({ failure }) => failure.kind === 'unparsable' && isSuccess(failure.status),
    type: 'success',
    text: rawText,
  },
  unparsableFailure: {
    when: ({ failure }) => failure.kind === 'unparsable',
    type: 'error',
    text: rawText,
  },
  anyOther: {
    when: () => true,
    type: 'error',
    text: ({ operationId, failure }) =>
      `Error: ${operationId} failed with status ${failure.status}`,
  },
} satisfies Record<string, Row>;

/** Looks a failure up in the error catalogue. An alert takes the error's id. */
export function consequenceOf(error: RequestError): Consequence {
  const row: Row = Object.values<Row>(rows).find(({ when }) => when(error)) ?? rows.anyOther;
  const signsOut = row === rows.unauthorized;
  if (!row.type || !row.text) return { signsOut };
  const persistent = row.type === 'error' && error.failure.status === 404;
  return { signsOut, alert: { id: error.id, type: row.type, text: row.text(error), persistent } };
}
