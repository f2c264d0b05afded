import { expect, test } from 'vitest';
import { failureLines } from './fixtures/runVerifier.ts';
import { jsonBody, verifyServer } from './fixtures/verifyServer.ts';

const done = { description: 'Done.' };
const properties = {
  code: { type: 'string', 'x-single-use': true },
  text: { type: 'string', maxLength: 50 },
};
const schema = { type: 'object', required: ['code', 'text'], properties };
const body = jsonBody(schema, { code: 'a-code', text: 'Hello' });
const undeclared = { 204: done, 400: done, 415: done, 429: done };
const responses = { ...undeclared, 409: done };

test.each<{
  sent: string;
  /** The status for a used value, in the same body or in another one. */
  status: { same: number; other: number };
  declared?: object;
  warnings?: string[];
}>([
  { sent: '409, or 429 of a limit,', status: { same: 409, other: 429 } },
  { sent: 'the first response to the same body', status: { same: 204, other: 409 } },
  { sent: '400, if no 409 is declared,', status: { same: 400, other: 400 }, declared: undeclared },
  {
    sent: '400, with which the client cannot know that the first one arrived,',
    status: { same: 400, other: 400 },
    warnings: ['thing: The server returned 400 for a used value. Recommended: 409.'],
  },
])('$sent is no failure for a used value', async ({ status, warnings = [], ...row }) => {
  const bodies = new Map<unknown, string>();
  const report = await verifyServer(
    { ...body, responses: row.declared ?? responses },
    ({ body }, res) => {
      const [, code] = /"code":"(.*?)"/.exec(body) ?? [];
      const first = bodies.get(code);
      if (code !== undefined) bodies.set(code, first ?? body);
      const repeated = first === body ? status.same : status.other;
      res.writeHead(first === undefined ? 204 : repeated, { 'Retry-After': '0' }).end();
    },
    {
      method: 'post',
      args: [
        ...['--enforce-single-use', '--skip-check'],
        'negative_data_rejection,unsupported_media_type',
      ],
    },
  );
  expect(failureLines(report)).toEqual([]);
  expect(report.warnings).toEqual(warnings);
});
