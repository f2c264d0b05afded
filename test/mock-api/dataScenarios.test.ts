import { readFile } from 'node:fs/promises';
import { describe, expect, test, vi } from 'vitest';
import { loadMockFiles } from '../../mock-api/operations/loadMockFiles.ts';
import { findUnknownVariables } from '../../mock-api/scenarios/fillTemplate.ts';
import type { RunningMock } from '../../mock-api/startMock.ts';
import {
  briefsPath,
  getBrief,
  sendRaw,
  shareTestMock,
  startTestMock,
  submit,
} from '../support/mock/startTestMock.ts';
import { copyWithChange } from '../support/mock/temporaryFiles.ts';

/** A data file with one more scenario, given as its lines of YAML. */
function dataWith(id: string, ...lines: readonly string[]): Promise<string> {
  const scenario = [`  ${id}:`, ...lines.map((line) => `    ${line}`)].join('\n');
  return copyWithChange('mock-api/data.yaml', (text) =>
    text.replace(/^scenarios:\n/m, `scenarios:\n${scenario}\n`),
  );
}

async function startWith(id: string, ...lines: readonly string[]): Promise<RunningMock> {
  return startTestMock({ dataFile: await dataWith(id, ...lines) });
}

describe('a scenario of the data file', () => {
  test('has a status, headers and a body', async () => {
    const mock = await startWith(
      'busy-brief',
      'operation: getBrief',
      'status: 429',
      'headers: { Retry-After: 30 }',
      'body: { message: Slow down. }',
    );
    const response = await getBrief(mock, 'busy-brief.anna');
    expect(response.status).toBe(429);
    expect(response.headers.get('retry-after')).toBe('30');
    expect(response.headers.get('content-type')).toBe('application/json');
    expect(await response.json()).toEqual({ message: 'Slow down.' });
    expect(mock.journal.list()).toMatchObject([{ scenario: 'busy-brief', name: 'anna' }]);
  });

  test.each([
    [['status: 404'], 404, { detail: 'There is no such brief.' }],
    [['status: 599'], 599, { detail: 'The contract does not declare this status.' }],
    [['example: spacesInName'], 200, { name: 'Food & Drink' }],
    [['status: 502', 'example: badGateway'], 502, { mayHaveArrived: false }],
  ])('without a body sends the contract’s example: %j', async (lines, status, body) => {
    const mock = await startWith('my-brief', 'operation: getBrief', ...lines);
    const response = await getBrief(mock, 'my-brief');
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject(body);
  });

  test('has steps, which are counted per name; the last one repeats', async () => {
    const mock = await startWith(
      'twice-brief',
      'operation: getBrief',
      'steps: [503, 500, ok, 401]',
    );
    const statuses = async (name: string) => {
      const seen: number[] = [];
      for (let i = 0; i < 5; i += 1)
        seen.push((await getBrief(mock, `twice-brief.${name}`)).status);
      return seen;
    };
    expect(await statuses('anna')).toEqual([503, 500, 200, 401, 401]);
    expect(await statuses('ben')).toEqual([503, 500, 200, 401, 401]);
    await fetch(`${mock.url}/mock/reset?name=anna`, { method: 'POST' });
    expect((await getBrief(mock, 'twice-brief.anna')).status).toBe(503);
  });

  test('contains values of the request, the attempt and the time', async () => {
    const mock = await startWith(
      'echo-submission',
      'operation: submitFeedback',
      'headers: { X-Attempt: "no. {{counter}}" }',
      'body:',
      '  text: "“{{body.text}}” to {{ body.briefId }}"',
      '  subscriber: "{{body.subscriberId}}"',
      '  attempt: ["{{counter}}"]',
      '  missing: "{{header.X-Nothing}}"',
      '  at: "{{now}}"',
      '  later: "{{now+2d}}"',
      '  id: "{{uuid}}"',
      '  length: "{{header.Content-Length}}"',
      "  escaped: '\\{{now}} {{body.text}}'",
    );
    const fields = { briefId: 'echo-submission', subscriberId: 7, text: 'a "b"\n{{now}}' };
    await submit(mock, fields);
    const response = await submit(mock, fields);
    expect(response.headers.get('x-attempt')).toBe('no. 2');
    const body = await response.json();
    expect(body).toEqual({
      text: '“a "b"\n{{now}}” to echo-submission',
      subscriber: 7,
      attempt: [2],
      missing: null,
      at: expect.any(String),
      later: expect.any(String),
      id: expect.stringMatching(/^[\da-f]{8}-[\da-f-]{27}$/),
      length: expect.stringMatching(/^\d+$/),
      escaped: '{{now}} a "b"\n{{now}}',
    });
    expect(Date.parse(body.later) - Date.parse(body.at)).toBeCloseTo(2 * 86_400_000, -3);
    expect(Date.parse(body.at)).toBeGreaterThan(Date.now() - 60_000);
  });

  test('with the fault "closed" sends no response, after its delay', async () => {
    const lines = ['operation: getBrief', 'fault: closed', 'delay: 50'];
    const mock = await startWith('faulty-brief', ...lines);
    const request = `GET ${briefsPath}/faulty-brief HTTP/1.1\r\nHost: x\r\n\r\n`;
    expect(await sendRaw(mock.port, request)).toBe('');
    const entry = await mock.journal.wait({ ended: true });
    expect(entry).toMatchObject({ outcome: 'closed', delayMs: 50 });
    expect(entry.durationMs).toBeGreaterThanOrEqual(45);
  });
});

test('every scenario can be copied from /mock/scenarios.yaml, and then behaves the same', async () => {
  const { url } = await startTestMock();
  const response = await fetch(`${url}/mock/scenarios.yaml`);
  expect(response.headers.get('content-type')).toBe('application/yaml; charset=utf-8');
  const copies = (await response.text()).replace(/^ {2}(\S+):$/gm, '  copy-of-$1:');
  const dataFile = await copyWithChange('mock-api/data.yaml', (text) =>
    text.replace(/^scenarios:\n.*/ms, copies),
  );
  const { data: copied } = await loadMockFiles('openapi.yaml', dataFile);
  const { data: original } = await loadMockFiles('openapi.yaml', 'mock-api/data.yaml');
  const { list } = original.scenarios;
  expect(list.length).toBeGreaterThan(40);
  expect(list.map(({ id }) => copied.scenarios.find(`copy-of-${id}`))).toEqual(
    list.map((scenario) => ({ ...scenario, id: `copy-of-${scenario.id}` })),
  );
});

test.each([
  [['operation: getBreif'], 'the contract has no operation "getBreif"; it has getBrief, '],
  [['operation: getBrief', 'example: nothing'], 'getBrief has no example "nothing" ('],
  [
    ['operation: getBrief', 'steps: [{ status: 404, example: spacesInName }]'],
    'getBrief has no example "spacesInName" with status 404 (',
  ],
])(
  'a scenario that names what the contract does not have is skipped with a warning: %j',
  async (lines, reason) => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue();
    const mock = await startWith('x-brief', ...lines);
    expect((await getBrief(mock, 'x-brief')).status).toBe(404);
    expect((await getBrief(mock, 'forbidden-brief')).status).toBe(403);
    const [[warning] = []] = warn.mock.calls;
    expect(warning).toMatch(
      /data\.yaml:\d+ "x-brief" is skipped, because .* \(\S+openapi\.yaml:\d+\)\.$/,
    );
    expect(warning).toContain(reason);
  },
);

describe('an invalid scenario', () => {
  const mock = shareTestMock();
  const operation = 'operation: getBrief';
  const variables = 'expected path.briefId, header.NAME, body.FIELD, counter, uuid, now or now+7d.';

  test.each([
    ['503', ' must be of type object, got 503.'],
    ['[]', ' must NOT have fewer than 1 items.'],
    [`[{ ${operation} }, { ${operation} }]`, ' has more than one scenario of getBrief; use steps.'],
    ['{ status: 404 }', ' must match exactly one schema in oneOf.'],
    [`{ ${operation}, stauts: 404 }`, ' has the unknown property "stauts".'],
    [`{ ${operation}, status: 199 }`, ', status, must be >= 200, got 199.'],
    [`{ ${operation}, steps: [503, maybe] }`, ', steps.1, must be one of "ok", got "maybe".'],
    [`{ ${operation}, steps: [{ delay: -1 }] }`, ', steps.0.delay, must be >= 0, got -1.'],
    [
      `{ ${operation}, expected: { outcome: fails } }`,
      ', expected.outcome, must be one of "works", "failed", "not confirmed", "signed out", got "fails".',
    ],
    [
      '{ operation: signOut, expected: { outcome: failed } }',
      ', expected: expected a text, or an outcome of signOut on the page.',
    ],
    [`{ ${operation}, body: "{{path.name}}" }`, `: unknown value "{{path.name}}"; ${variables}`],
    [
      '{ operation: submitFeedback, body: "{{body.subjectline}}" }',
      ': unknown value "{{body.subjectline}}"; no body has "subjectline"; did you mean subjectLine.',
    ],
    [
      `{ ${operation}, headers: { X-A: "{{query.page}}" } }`,
      `: unknown value "{{query.page}}"; ${variables}`,
    ],
    [
      `{ ${operation}, body: "{{body.text}}" }`,
      ': unknown value "{{body.text}}"; there is no such body.',
    ],
    [
      `{ ${operation}, steps: [ok], status: 404 }`,
      ' has steps, so "status" belongs to one of them.',
    ],
    [`{ ${operation}, example: notFound, body: x }`, ': expected an example or a body, not both.'],
    [`{ ${operation}, status: 204, body: { a: 1 } }`, ', body, must be one of "".'],
    [`{ ${operation}, headers: { X-A: "a\\nb" } }`, ', headers.X-A, must match pattern'],
    [`{ ${operation}, headers: { Trailer: x } }`, ', headers: a response cannot have "Trailer".'],
    [`{ ${operation}, encoding: base64, body: { a: 1 } }`, ', body, must be of type string.'],
    [
      `{ ${operation}, contentLength: 9, body: a }`,
      ' must have properties body, fault when property contentLength is present.',
    ],
  ])('is reported with the reason: %s', async (scenario, reason) => {
    const body = `scenarios:\n  x-brief: ${scenario}`;
    const response = await fetch(`${mock().url}/mock/scenarios?name=a`, { method: 'POST', body });
    expect(response.status).toBe(400);
    expect((await response.json()).detail).toContain(`body:2 "x-brief"${reason}`);
  });

  test('unknown values are found in linear time', () => {
    const text = `{{${' '.repeat(500_000)}x y}} {{z}}`;
    expect(findUnknownVariables(text, [])).toEqual(['z']);
  });

  test('prevents startup, and its line is that of the property', async () => {
    const lines = [operation, 'steps:', '  - ok', '  - status: 503', '    fault: x'];
    const dataFile = await dataWith('x-brief', ...lines);
    const text = await readFile(dataFile, 'utf8');
    const line = text.slice(0, text.indexOf('fault: x')).split('\n').length;
    const message = `${dataFile}:${line} "x-brief", steps.1.fault, must be one of`;
    await expect(startTestMock({ dataFile })).rejects.toThrow(message);
  });

  test.each([
    ['daily-harvest', 'the id of a scenario'],
    ['daily-harvest.anna', `"daily-harvest" with the tester's name "anna"`],
  ])('with the id %s is rejected, because it is taken', async (id, owner) => {
    const dataFile = await dataWith(id, operation);
    await expect(startTestMock({ dataFile })).rejects.toThrow(
      `"${id}" is ${owner}; choose another id.`,
    );
  });
});
