import { expect, test } from 'vitest';
import {
  type BackendResponse,
  problem,
  withHeaders,
} from '../../support/verifier/reference-backend/exchange.ts';
import {
  backendUrl,
  changedContract,
  failedChecks,
  referenceContract,
  runVerifier,
} from '../../support/verifier/runVerifier.ts';

const declares409 = await changedContract(/"413":/g, '"409":');

type Answer = (isSameBody: boolean, usual: BackendResponse) => BackendResponse;

const accept: Answer = (_, usual) => usual;
const enforced = ['--enforce-single-use'];

test.each<
  [
    what: string,
    answer: Answer,
    args: string[],
    failed: string[],
    warnings: unknown,
    contract?: typeof referenceContract,
  ]
>([
  ['409', () => problem(409), enforced, [], []],
  ['429', () => withHeaders(problem(429), { 'retry-after': '0' }), enforced, [], []],
  ['400, if no 409 is declared,', () => problem(400), enforced, [], [], referenceContract],
  [
    'the first response to the same body',
    (isSame, usual) => (isSame ? usual : problem(409)),
    enforced,
    [],
    [],
  ],
  [
    '400, with which the client cannot know that the first one arrived,',
    () => problem(400),
    enforced,
    [],
    ['submitFeedback: The server returned 400 for a used value. Recommended: 409.'],
  ],
  ['a success with another body', accept, enforced, ['submitFeedback single_use'], []],
  ['a success without the option', accept, [], [], expect.arrayContaining([expect.any(String)])],
])(
  '%s for a used captcha response',
  async (_, answer, args, failed, warnings, contract = declares409) => {
    const bodies = new Map<string, string>();
    const url = await backendUrl(() => async (request, next) => {
      const usual = await next();
      const value = request.field('recaptchaResponse');
      const first = bodies.get(value);
      if (usual.status !== 204) return usual;
      if (first !== undefined) return answer(first === request.text, usual);
      bodies.set(value, request.text);
      return usual;
    });
    const only = ['--allow-writes', '--brief', 'daily-harvest', '--only', 'submitFeedback'];
    const report = await runVerifier(contract, url, [...only, ...args]);
    expect([failedChecks(report), report.warnings]).toEqual([failed, warnings]);
  },
);
