import type { Check } from './check.ts';

export const responseReceived = {
  name: 'response_received',
  promise: 'Every request gets a complete HTTP response before the timeout.',
  hint: 'Check the server log for this time: a crash, an exception after the start of the response, or what takes longer than --timeout.',
  appliesTo: () => true,
  run: ({ error }) =>
    error === undefined ? [] : [{ message: error, expected: 'a complete response' }],
} as const satisfies Check;

export const notAServerError = {
  name: 'not_a_server_error',
  promise: 'No request causes a 5xx status.',
  hint: 'The handler does not expect this value. Validate it first and reject it with a declared status.',
  appliesTo: ({ isRetried, testCase: { toleratedStatuses }, response: { status } }) =>
    !isRetried && !toleratedStatuses?.includes(status),
  run: ({ response: { status } }) =>
    status < 500
      ? []
      : [{ message: `The server returned ${status}.`, expected: 'a status below 500' }],
} as const satisfies Check;

export const maxResponseTime = {
  name: 'max_response_time',
  promise: 'Responses are complete within --max-response-time.',
  hint: 'Check what the handler waits for: locks, full scans, calls to other servers.',
  appliesTo: () => true,
  run({ options: { maxResponseTimeMs }, response: { durationMs } }) {
    if (durationMs <= maxResponseTimeMs) return [];

    const limit = `${maxResponseTimeMs / 1000} s`;
    const message = `The response took more than ${limit}.`;
    return [{ message, expected: `a response within ${limit}` }];
  },
} as const satisfies Check;
