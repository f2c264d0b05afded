import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { contractWith } from '../support/mock/changedContract.ts';

/** Compares two contracts as `npm run lint` does, and returns what it prints. */
function compare(released: string, current: string): string[] {
  const script = ['--import', './scripts/command/preload.js', 'scripts/contractVersion.ts'];
  const args = [...script, released, current];
  const { stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  return stderr.trim().split('\n');
}

const brief = '/rest/subscriber-feedback/briefs/{briefId}';

const moreResponses = `
paths: { '${brief}': { get: { responses: { '410': { $ref: '#/components/responses/NotFound' } } } } }
components:
  schemas:
    StaffRole: { enum: [guest] }
    Brief: { properties: { fullName: { minLength: 0 }, language: { type: string } } }`;

const otherRequests = `
    FeedbackSubmission: { properties: { text: { maxLength: 400 }, copy: { type: boolean } } }`;

test('a contract that allows more responses needs no new major version', async () => {
  expect(compare('openapi.yaml', await contractWith(moreResponses))).toEqual(['']);
});

test('a contract that allows fewer responses, or changes requests, needs a new major version', async () => {
  const released = await contractWith(moreResponses + otherRequests);
  const [message, ...paths] = compare(released, 'openapi.yaml');
  expect(message).toMatch(
    /^openapi.yaml: info.version: expected a higher major version than the \d+\.0\.0 of the last release, got/,
  );
  expect(paths.map((path) => path.split('/').slice(-2).join('/')).sort()).toEqual([
    'properties/copy',
    'properties/fullName',
    'properties/text',
    'responses/410',
    'roles/items',
  ]);
});

test('a contract with a new major version may break backends', async () => {
  const current = await contractWith(`info: { version: 99.0.0 }${moreResponses}${otherRequests}`);
  expect(compare('openapi.yaml', current)).toEqual(['']);
});
