import { readFile, writeFile } from 'node:fs/promises';
import { describe, expect, test, vi } from 'vitest';
import { loadMockFiles } from '../../mock-api/operations/loadMockFiles.ts';
import { findUnknownVariables } from '../../mock-api/scenarios/fillTemplate.ts';
import type { RunningMock } from '../../mock-api/startMock.ts';
import {
  briefsPath,
  getBrief,
  sendRaw,
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
    expect(mock.journal.list()).toMatchObject([{ scenario: 'busy-brief', suffix: 'anna' }]);
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

  test('with a text body is sent as text, or with another media type', async () => {
    const mock = await startWith(
      'maintenance-brief',
      'operation: getBrief',
      'steps:',
      '  - { status: 503, body: Back at noon. }',
      '  - { status: 503, body: <h1>Back at noon</h1>, mediaType: text/html }',
    );
    const texts = [];
    for (let i = 0; i < 2; i += 1) {
      const response = await getBrief(mock, 'maintenance-brief');
      texts.push([response.headers.get('content-type'), await response.text()]);
    }
    expect(texts).toEqual([
      ['text/plain; charset=utf-8', 'Back at noon.'],
      ['text/html; charset=utf-8', '<h1>Back at noon</h1>'],
    ]);
  });

  test('has steps, which are counted per suffix; the last one repeats', async () => {
    const mock = await startWith(
      'twice-brief',
      'operation: getBrief',
      'steps: [503, 500, ok, 401]',
    );
    const statuses = async (suffix: string) => {
      const seen: number[] = [];
      for (let i = 0; i < 5; i += 1)
        seen.push((await getBrief(mock, `twice-brief.${suffix}`)).status);
      return seen;
    };
    expect(await statuses('anna')).toEqual([503, 500, 200, 401, 401]);
    expect(await statuses('ben')).toEqual([503, 500, 200, 401, 401]);
    await fetch(`${mock.url}/mock/reset?suffix=anna`, { method: 'POST' });
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
      '  missing: "{{query.nothing}}"',
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

  test.each([
    ['delay: 120', 120, 120],
    ['delay: { from: 50, to: 150 }', 50, 150],
    ['delay: { from: 30, to: 30 }', 30, 30],
  ])('delays its response: %s', async (line, from, to) => {
    const mock = await startWith('late-brief', 'operation: getBrief', line);
    const started = performance.now();
    expect(await (await getBrief(mock, 'late-brief')).json()).toMatchObject({ name: 'late-brief' });
    expect(performance.now() - started).toBeGreaterThanOrEqual(from - 5);
    const [{ delayMs = 0 } = {}] = mock.journal.list();
    expect(delayMs).toBeGreaterThanOrEqual(from);
    expect(delayMs).toBeLessThanOrEqual(to);
  });

  test('sends bytes that are no HTTP response', async () => {
    const mock = await startWith('garbage-brief', 'operation: getBrief', 'fault: malformed');
    const received = await sendRaw(
      mock.port,
      `GET ${briefsPath}/garbage-brief HTTP/1.1\r\nHost: x\r\n\r\n`,
    );
    expect(received).not.toBe('');
    expect(received).not.toMatch(/^HTTP/);
    expect(await mock.journal.wait({ ended: true })).toMatchObject({ outcome: 'malformed' });
  });

  test('closes the connection before the first byte', async () => {
    const lines = ['operation: getBrief', 'fault: closed', 'delay: 5'];
    const mock = await startWith('closing-brief', ...lines);
    const target = `GET ${briefsPath}/closing-brief HTTP/1.1`;
    expect(await sendRaw(mock.port, `${target}\r\nHost: x\r\n\r\n`)).toBe('');
    expect(await mock.journal.wait({ ended: true })).toMatchObject({
      outcome: 'closed',
      delayMs: 5,
    });
  });

  test('may contain dots, and applies to an operation that is added to the contract', async () => {
    const contractFile = await copyWithChange('openapi.yaml', (text) =>
      text.replace(
        'paths:\n',
        `paths:
  /rest/topics/{topic}:
    get:
      operationId: getTopic
      parameters: [{ name: topic, in: path, required: true, schema: { type: string } }]
      responses: { "200": { description: Found. } }
`,
      ),
    );
    const dataFile = await dataWith('my.topic', 'operation: getTopic', 'status: 410');
    const mock = await startTestMock({ contractFile, dataFile });
    const statusOf = async (topic: string) =>
      (await fetch(`${mock.url}/rest/topics/${topic}`)).status;
    expect(await statusOf('my.topic.anna')).toBe(410);
    expect(await statusOf('bread')).toBe(200);
    expect(mock.journal.list()).toMatchObject([
      { scenario: 'my.topic', key: 'my.topic.anna', suffix: 'anna' },
      { operation: 'getTopic' },
    ]);
  });

  test('is used as soon as the file is saved, and is listed in the console with its link', async () => {
    const dataFile = await copyWithChange('mock-api/data.yaml', (text) => `${text}\n`);
    const mock = await startTestMock({ dataFile });
    const text = await readFile(dataFile, 'utf8');
    const scenario =
      '  new-brief: { operation: getBrief, status: 418, description: A new one., expected: A teapot. }';
    await writeFile(dataFile, text.replace('scenarios:\n', `scenarios:\n${scenario}\n`));
    await expect.poll(async () => (await getBrief(mock, 'new-brief')).status).toBe(418);
    const { groups } = await (await fetch(`${mock.url}/mock/console.json`)).json();
    expect(groups[1].scenarios).toContainEqual({
      name: 'new-brief',
      description: 'A new one.',
      expected: 'A teapot.',
      action: { kind: 'open', briefId: 'new-brief' },
    });
    expect(await (await fetch(`${mock.url}/mock/journal?scenario=new-brief`)).json()).toMatchObject(
      {
        entries: [{ status: 418 }],
      },
    );
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
  expect(list.length).toBeGreaterThan(90);
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

describe('an invalid scenario prevents startup and is reported with its line', () => {
  const operation = 'operation: getBrief';
  test.each([
    [['status: 404'], 'is missing the required property "operation".'],
    [
      [operation, 'stauts: 404'],
      'has the unknown property "stauts"; expected one of operation, description, expected, steps, status, headers, mediaType, body, encoding, example, delay, fault.',
    ],
    [[operation, 'status: 199'], 'status, must be >= 200, got 199.'],
    [[operation, 'steps: [600]'], 'steps.0, must be <= 599, got 600.'],
    [[operation, 'status: "503"'], 'status, must be of type integer, got "503".'],
    [[operation, 'steps: [503, maybe]'], 'steps.1, must be one of "ok", got "maybe".'],
    [
      [operation, 'steps: [{ status: 503, dealy: 3 }]'],
      'steps.0, has the unknown property "dealy"; expected one of status, headers,',
    ],
    [
      [operation, 'delay: { min: 3, max: 5 }'],
      'delay, has the unknown property "min"; expected one of from, to.',
    ],
    [
      [operation, 'delay: { from: 5, to: 3 }'],
      'delay, must be from the shorter to the longer one, got 5 to 3.',
    ],
    [
      [operation, 'body: "{{path.name}}"'],
      'unknown value "{{path.name}}"; expected path.briefId, query.NAME, header.NAME, body.FIELD, counter, uuid, now or now+7d.',
    ],
    [
      ['operation: submitFeedback', 'body: "{{body.subjectline}}"'],
      'unknown value "{{body.subjectline}}"; no body has "subjectline"; did you mean subjectLine.',
    ],
    [[operation, 'body: "{{body.text}}"'], 'unknown value "{{body.text}}"; there is no such body.'],
    [[operation, 'steps: [ok]', 'status: 404'], 'has steps, so "status" belongs to one of them.'],
    [[operation, 'delay: { from: 3 }'], 'delay, is missing the required property "to".'],
    [[operation, 'fault: explode'], 'fault, must be one of "no response",'],
    [
      [operation, 'expected: { outcome: fails }'],
      'expected.outcome, must be one of "works", "failed",',
    ],
    [[operation, 'example: notFound', 'body: x'], 'expected an example or a body, not both.'],
    [
      [operation, 'body: "{{path.briefid}} {{weather}}"'],
      'unknown value "{{weather}}"; expected path.briefId,',
    ],
    [[operation, 'delay: { from: 600001, to: 1 }'], 'delay.from, must be <= 600000, got 600001.'],
    [[operation, 'status: 204', 'body: { a: 1 }'], 'body: a response with status 204 has none.'],
    [[operation, 'headers: { X-A: "a\\nb" }'], 'headers: "X-A" contains a control character.'],
    [
      [operation, 'encoding: base64', 'body: { a: 1 }'],
      'encoding: the body must be a text in base64.',
    ],
    [[operation, 'headers: { X A: 1 }'], 'headers: a response cannot have "X A".'],
    [
      [operation, 'steps: [{ headers: { Trailer: x }, delay: 9 }]'],
      'headers: a response cannot have "Trailer".',
    ],
  ])('%j', async (lines, reason) => {
    const dataFile = await dataWith('x-brief', ...lines);
    const error = await startTestMock({ dataFile }).catch((failure: Error) => failure);
    expect((error as Error).message).toMatch(/^\S+data\.yaml:\d+ "x-brief"/);
    expect((error as Error).message).toContain(reason);
  });

  test('unknown values are found in linear time', () => {
    const text = `{{${' '.repeat(500_000)}x y}} {{z}}`;
    expect(findUnknownVariables(text, [], () => false)).toEqual(['z']);
  });

  test.each([
    ['fault: x', '"x-brief", steps.1.fault,'],
    ['fautl: reset', '"x-brief", steps.1, has the unknown property "fautl";'],
  ])('the line is that of the property: %s', async (property, message) => {
    const lines = [operation, 'steps:', '  - ok', '  - status: 503', `    ${property}`];
    const dataFile = await dataWith('x-brief', ...lines);
    const text = await readFile(dataFile, 'utf8');
    const line = text.slice(0, text.indexOf(property)).split('\n').length;
    await expect(startTestMock({ dataFile })).rejects.toThrow(`data.yaml:${line} ${message}`);
  });

  test.each([
    ['x-brief: 503', '"x-brief" must be of type object, got 503.'],
    ['x-brief: []', '"x-brief" must have at least 1 scenario.'],
  ])('%s is reported once', async (line, reason) => {
    const dataFile = await copyWithChange('mock-api/data.yaml', (text) =>
      text.replace(/^scenarios:\n/m, `scenarios:\n  ${line}\n`),
    );
    await expect(startTestMock({ dataFile })).rejects.toMatchObject({
      problems: [expect.stringContaining(reason)],
    });
  });

  test.each([
    ['slow-brief', 'the id of a built-in scenario'],
    ['daily-harvest', 'the id of a brief'],
    ['editor', 'the id of a user'],
    ['daily-harvest.anna', '"daily-harvest" with the suffix "anna"'],
  ])('the id %s is taken', async (id, owner) => {
    const dataFile = await dataWith(id, operation);
    await expect(startTestMock({ dataFile })).rejects.toThrow(
      new RegExp(`data\\.yaml:\\d+ "${id}" is ${owner}; choose another id\\.`),
    );
  });
});
