import { expect, test } from 'vitest';
import { failureLines } from '../../support/verifier/runVerifier.ts';
import { verifyServer } from '../../support/verifier/verifyServer.ts';

const done = { description: 'Done.' };
const properties = {
  code: { type: 'string', 'x-single-use': true },
  text: { type: 'string', maxLength: 50 },
};
const schema = { type: 'object', required: ['code', 'text'], properties };
const example = { code: 'a-code', text: 'Hello' };
const requestBody = { required: true, content: { 'application/json': { schema, example } } };
const undeclared = { 204: done, 400: done, 415: done, 429: done };
const responses = { ...undeclared, 409: done };

const used = 'for a used value. Recommended: 409.';
const accepted = 'thing single_use: The server returned 204 for the second use of a value.';
const acceptedAtOnce = 'thing single_use: The server accepted a value twice at the same time.';
const warned = [
  'thing: The server returned 204 for the second use of a value. Recommended: 409.',
  'thing: The server accepted a value twice at the same time. Recommended: one success, and 409.',
];

test.each<{
  sent: string;
  /** The status for a used value, in the same body or in another one. */
  status: { same: number; other: number };
  declared?: object;
  args?: string[];
  failures?: string[];
  warnings?: string[];
}>([
  { sent: '409', status: { same: 409, other: 409 } },
  { sent: '429', status: { same: 429, other: 429 } },
  { sent: '400, if no 409 is declared,', status: { same: 400, other: 400 }, declared: undeclared },
  { sent: 'the first response to the same body', status: { same: 204, other: 409 } },
  {
    sent: '400, with which the client cannot know that the first one arrived,',
    status: { same: 400, other: 400 },
    warnings: [`thing: The server returned 400 ${used}`],
  },
  {
    sent: 'a success with another body',
    status: { same: 204, other: 204 },
    failures: [accepted, acceptedAtOnce],
  },
  {
    sent: 'a success without the option',
    status: { same: 204, other: 204 },
    args: [],
    warnings: warned,
  },
])('$sent for a used value', async ({ status, declared = responses, ...row }) => {
  const bodies = new Map<unknown, string>();
  const report = await verifyServer(
    { requestBody, responses: declared },
    ({ body }, res) => {
      const [, code] = /"code":"(.*?)"/.exec(body) ?? [];
      const first = bodies.get(code);
      if (code !== undefined) bodies.set(code, first ?? body);
      const repeated = first === body ? status.same : status.other;
      res.writeHead(first === undefined ? 204 : repeated, { 'Retry-After': '0' }).end();
    },
    {
      method: 'post',
      args: ['--skip-check', 'negative_data_rejection,unsupported_media_type'].concat(
        row.args ?? '--enforce-single-use',
      ),
    },
  );
  expect(failureLines(report)).toEqual(row.failures ?? []);
  expect(report.warnings).toEqual(row.warnings ?? []);
});
