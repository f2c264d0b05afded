import { expect, test } from 'vitest';
import { loadContract } from '../../../mock-api/contract/index.ts';
import { type BackendResponse, problem } from '../../../scripts/reference-backend/exchange.ts';
import { backendUrl, failedChecks, runVerifier } from '../../support/verify/runVerifier.ts';

const contract = await loadContract('openapi.yaml');

/** Verifies a backend that answers the second use of a captcha response, and returns failed checks and warnings. */
async function verifyUses(
  answer: (isSameBody: boolean, usual: BackendResponse) => BackendResponse,
  ...args: string[]
) {
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
  const report = await runVerifier(contract, url, [...only, '--phases', 'repetition', ...args]);
  return { failed: failedChecks(report), warnings: report.warnings };
}

const enforced = '--enforce-single-use';

test('409 for a used value conforms, and so does the first response to the same body', async () => {
  expect(await verifyUses(() => problem(409), enforced)).toEqual({ failed: [], warnings: [] });
  const repeat = verifyUses((isSame, usual) => (isSame ? usual : problem(409)), enforced);
  expect(await repeat).toEqual({ failed: [], warnings: [] });
});

test('400 for a used value is a warning, because the client cannot know that the first one arrived', async () => {
  const { failed, warnings } = await verifyUses(() => problem(400), enforced);
  expect(failed).toEqual([]);
  expect(warnings).toEqual([
    'submitFeedback: The server returned 400 for a used value. Recommended: 409.',
  ]);
});

test('a used value that works with another body is a violation only with the option', async () => {
  const accept = (_: boolean, usual: BackendResponse) => usual;
  expect((await verifyUses(accept, enforced)).failed).toEqual(['submitFeedback single_use']);
  expect((await verifyUses(accept)).failed).toEqual([]);
});
