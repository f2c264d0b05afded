import { findResponse } from '#contract';
import { type Check, type Exchange, isClientError, isSuccess } from './check.ts';

/**
 * A used value gets 409, if the operation declares it, so that the client knows that the first request may have
 * arrived. To the same body, the server may also send its first response again.
 */
export const singleUse = {
  name: 'single_use',
  promise: 'A value that can be used once is rejected the second time (--enforce-single-use).',
  hint: 'Remember used values until they expire, and reject them.',
  appliesTo: (exchange) => exchange.isConclusive && exchange.earlier.some(isFirstUse(exchange)),
  run: ({ options, testCase, response }) => {
    if (testCase.kind !== 'used value') return [];

    const { status } = response;
    const { operation, isSameBody, description } = testCase;
    const expected = findResponse(operation, 409) ? '409' : 'a 4xx status';
    if (isClientError(response)) {
      if (status === 409 || expected !== '409') return [];

      const message = `The server returned ${status} for a used value.`;
      return [{ message, expected, isAdvice: true }];
    }
    if (isSameBody) return [];

    const message = `The server returned ${status} for the second use. ${description}`;
    const isAdvice = !options.enforceSingleUse;
    return [{ message, expected: `${expected} (--enforce-single-use)`, isAdvice }];
  },
} as const satisfies Check;

/** Whether an earlier request had the same value and was accepted. */
function isFirstUse({ testCase: { repetition } }: Exchange) {
  return ({ testCase, response }: Exchange) =>
    testCase.repetition?.group === repetition?.group && isSuccess(response);
}
