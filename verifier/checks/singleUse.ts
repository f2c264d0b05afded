import { type Check, type Exchange, isClientError } from '../model.ts';
import { isInconclusive } from './isInconclusive.ts';

const check = 'single_use';

/** Finds an accepted second use of a single-use value; for the same body, the server may send its first response again. */
export const singleUse: Check = (exchange, { enforceSingleUse }) => {
  const { operation, response } = exchange;
  if (isInconclusive(exchange) || !isSecondUse(exchange)) return [];

  const { status } = response;
  const declares409 = operation.responses.some((it) => it.status === '409');
  if (isClientError(response)) {
    if (status === 409 || !declares409) return [];
    // The client cannot know that the first request arrived.
    const message = `The server returned ${status} for a used value.`;
    return [{ check, message, expected: '409', isWarning: true }];
  }
  if (exchange.role === 'used body') return [];

  const message = `The server returned ${status} for the second use of a value.`;
  const expected = declares409 ? '409' : 'a 4xx status';
  return [{ check, message, expected, isWarning: !enforceSingleUse }];
};

/** Whether a request has a single-use value for the second time. */
export function isSecondUse({ role }: Exchange): boolean {
  return role === 'used value' || role === 'used body';
}
