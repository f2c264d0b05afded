import { readFile, rename, writeFile } from 'node:fs/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { ContractError, loadContract } from '#contract';
import { parseData } from '../../mock-api/operations/parseData.ts';
import { copyWithChange } from '../temporaryFiles.ts';
import { startTestMock } from './fixtures/startTestMock.ts';

const contract = await loadContract('openapi.yaml');

/** The messages about a data file, each with its line. */
function problemsOf(source: string): readonly string[] {
  try {
    parseData(source, 'data', contract);
    return [];
  } catch (error) {
    if (error instanceof ContractError) return error.problems;
    throw error;
  }
}

/** The messages about the scenario `x`, of which each property has a line. */
const problemsOfScenario = (lines: string) =>
  problemsOf(`scenarios:\n  x:\n    ${lines.replaceAll('\n', '\n    ')}`);

test.each(
  Object.entries({
    'fault: fire':
      'data:4 "x", fault, has the unknown value "fire"; expected one of no response, closed, reset, reset mid-body, truncated.',
    'steps: [500, okk]': 'data:4 "x", steps.1, has the unknown value "okk"; expected one of ',
    'expected: { outcome: faild }':
      'data:4 "x", expected.outcome, has the unknown value "faild"; expected one of ',
    'expected: { brief: { outcome: wroks } }':
      'data:4 "x", expected.brief.outcome, has the unknown value "wroks"; expected one of ',
    'expected: { outcome: failed, alert: { text: a, type: eror } }':
      'data:4 "x", expected.alert.type, has the unknown value "eror"; expected one of ',
    'example: notFond': 'data:4 "x", example: getBrief has no example "notFond"; expected one of ',
    'example: { a: 1 }': 'data:4 "x", example, must be of type string, got {"a":1}.',
    'stauts: 404': 'data:4 "x" has the unknown property "stauts"; expected one of ',
    'delay: 3000': 'data:4 "x" has the unknown property "delay"; expected one of ',
    'when: { bdy: { text: a } }':
      'data:4 "x", when, has the unknown property "bdy"; expected one of ',
    'steps: [{ stauts: 404 }]':
      'data:4 "x", steps.0, has the unknown property "stauts"; expected one of ',
    'expected: { outcom: works }':
      'data:4 "x", expected, has the unknown property "outcom"; expected one of ',
    'expected: { outcome: works, alert: { txet: a } }':
      'data:4 "x", expected.alert, has the unknown property "txet"; expected one of ',
    'expected: { breif: {}, submission: { outcome: works } }':
      'data:4 "x", expected, has the unknown property "breif"; expected one of ',
    'for: [brief]': 'data:2 "x" must have either "for" or "operation".',
    'steps: [{ response: { status: 404 } }]':
      'data:4 "x", steps.0, has the unknown property "response"; expected one of status, headers, mediaType, body, violates, example, delayMs, fault.',
    'status: none': 'data:4 "x", status, must be of type integer, got "none".',
    'status: 199': 'data:4 "x", status, must be at least 200, got 199.',
    'steps: [200, 600]': 'data:4 "x", steps.1, must be at most 599, got 600.',
    'delayMs: 3 s': 'data:4 "x", delayMs, must be of type number, got "3 s".',
    'delayMs: -1': 'data:4 "x", delayMs, must be at least 0, got -1.',
    'violates: yep': 'data:4 "x", violates, must be true, got "yep".',
    'steps: []': 'data:4 "x", steps, must not be empty, got [].',
    'steps: 500': 'data:4 "x", steps, must be of type array, got 500.',
    'when: { body: { text: { matches: a } } }':
      'data:4 "x", when.body.text, has the unknown property "matches"; expected one of contains.',
    'when: {}': 'data:4 "x", when, must not be empty, got {}.',
    'mediaType: json':
      'data:4 "x", mediaType, must be a type and a subtype, such as application/json, got "json".',
    'headers: { X-A: "a\\nb" }':
      'data:4 "x", headers.X-A, must be a text in Latin-1 without control characters, got "a\\nb".',
    'headers: { X-A: "小" }':
      'data:4 "x", headers.X-A, must be a text in Latin-1 without control characters, got "小".',
    'headers: { X-A: [] }': 'data:4 "x", headers.X-A, must not be empty, got [].',
    'headers: { X-A: [a, true] }':
      'data:4 "x", headers.X-A.1, must be of type string or number, got true.',
    'headers: { Trailer: x }': 'data:4 "x", headers: a response cannot have "Trailer".',
    'expected: { alert: { text: a } }':
      'data:4 "x", expected, is missing the required property "outcome".',
    'expected: { outcome: failed, alert: { persistent: yes, text: a } }':
      'data:4 "x", expected.alert.persistent, must be of type boolean, got "yes".',
    'response: { for: [brief], status: 404 }':
      'data:4 "x" has the unknown property "response"; expected one of for, operation, ',
    'steps: [ok]\nstatus: 404': 'data:5 "x" has steps, so "status" belongs to one of them.',
    'example: notFound\nbody: x': 'data:4 "x": expected an example or a body, not both.',
    'status: 204\nbody: { a: 1 }': 'data:5 "x", body, must be "", got {"a":1}.',
    // Numbers that would be sent as another text.
    'headers: { X-A: 1.10 }':
      'data:4 "x.headers.X-A": without quotes, 1.10 is the number 1.1; write "1.10".',
    'when: { query: { page: 007 } }':
      'data:4 "x.when.query.page": without quotes, 007 is the number 7; write "007".',
    'when: { body: { subscriberId: 007 } }': 'without quotes, 007 is the number 7; write "007".',
    'steps: [ok, { headers: { X-A: 4e10 } }]': 'without quotes, 4e10 is the number 40000000000; ',
    'body: { id: 0012345 }': 'without quotes, 0012345 is the number 12345; write "0012345".',
    'body: { id: 12345678901234567890 }': ' is the number 12345678901234567000; ',
    'status: 503\nbody: Attempt {{counter}}':
      'data:5 Templates: {{ is not replaced. Write the value, or, for the characters themselves, "\\x7B{" in double quotes.',
  }),
)('a scenario of getBrief with a mistake has one message: %s', (lines, message) => {
  expect(problemsOfScenario(`operation: getBrief\n${lines}`)).toEqual([
    expect.stringContaining(message),
  ]);
});

test.each(
  Object.entries({
    'for: [breif]': 'data:3 "x", for.0, has the unknown value "breif"; expected one of ',
    'operation: getBreif':
      'data:3 "x", operation: the contract has no operation "getBreif"; expected one of ',
    'opration: getBrief': 'data:3 "x" has the unknown property "opration"; expected one of ',
    'status: 404': 'data:2 "x" must have either "for" or "operation".',
    'for: brief': 'data:3 "x", for, must be of type array, got "brief".',
    'for: []': 'data:3 "x", for, must not be empty, got [].',
    'for: [brief, brief]': 'data:3 "x", for, has the same value twice, got ["brief","brief"].',
    'operation: signOut\nexpected: { outcome: failed }':
      'data:4 "x", expected: expected a text, or an outcome of signOut on the page.',
    'for: [brief, submission]\nheaders: { Trailer: x }':
      'data:4 "x-brief", headers: a response cannot have "Trailer".',
    '- operation: getBrief\n- operation: getBrief':
      'data:4 "x" has more than one scenario of getBrief; use steps.',
    'for: [brief]\nbody: { fullName: x }':
      'data:4 "x-brief": the contract does not allow this response: The body is missing the required property "name"',
    'for: [brief]\nbody: x':
      'data:4 "x-brief": the contract does not allow this response: The body',
    'for: [brief]\nstatus: 202':
      'data:4 "x-brief": the contract does not allow this response: The status 202 is not declared',
    'for: [submission]\nwhen: { body: { subjectline: a } }':
      'data:4 "x-submission", when.body.subjectline, no body has "subjectline"; expected one of briefId, subscriberId, subjectLine, text, recaptchaResponse.',
    'for: [submission]\nwhen: { body: { text: 7 } }':
      'data:4 "x-submission", when.body.text, "text" is no number.',
    'for: [submission]\nwhen: { header: { "X Demo": a } }':
      'data:4 "x-submission", when.header.X Demo, expected the name of a header.',
    'for: [submission]\nwhen: { body: { text: [a, null] } }':
      'data:4 "x-submission", when.body.text, expected a value, {"contains":"a part"} or a list of these, got null.',
  }),
)('a scenario with a mistake has one message: %s', (lines, message) => {
  expect(problemsOfScenario(lines)).toEqual([expect.stringContaining(message)]);
});

test.each(
  Object.entries({
    'briefs: { a: { fullName: 7 } }': 'data:1 "a", fullName, must be of type string, got 7.',
    'briefs: { a: 7 }': 'data:1 "a" must be of type object, got 7.',
    'briefs: { a: { fullname: A } }':
      'data:1 "a" has the unknown property "fullname"; expected one of ',
    'briefs: { a/b: {} }': 'data:1 "a/b" is not a valid brief id: it must match pattern',
    'users: { a: {} }': 'data:1 "a" is missing the required property "password".',
    'users: { a: { password: 7 } }': 'data:1 "a", password, must be of type string, got 7.',
    'users: { a: { password: "" } }': 'data:1 "a", password, must not be empty, got "".',
    'users: { a: { pasword: b } }': 'data:1 "a" is missing the required property "password".',
    'users: { a: { password: b, passwordExpird: true } }':
      'data:1 "a" has the unknown property "passwordExpird"; expected one of ',
    'users: { a: { password: b, roles: admin } }':
      'data:1 "a", roles, must be of type array, got "admin".',
    'users: { a: { password: b, emailAddress: c } }':
      'data:1 "a", emailAddress, must match format "email", got "c".',
    'scenarios: { x: 503 }': 'data:1 "x" must be of type object, got 503.',
    'scenarios: { x: { for: [brief] } }\nbriefs:\n  x-brief: {}':
      'data:3 "x-brief" is the id of a scenario; choose another id.',
    'briefs:\n  y: {}\n  y.z: {}':
      'data:3 "y.z" is "y" with the tester\'s name "z"; choose another id.',
    'scenarois: {}': 'data:1 The file has the unknown property "scenarois"; expected one of ',
    'scenarios:\n\tx:\n\t\tfor: [brief]\n\t\tstatus: 404':
      'data:2 Tabs are not allowed as indentation',
    'scenarios: [': 'data:1 ',
    'briefs:\n  a: {}\n  b: *gone': 'data:3 The alias *gone is not supported; repeat the value.',
    'briefs:\n  a: {}\n  b: { ? [a] : b }': 'data:3 A key must be a text.',
  }),
)('a data file with a mistake has one message: %j', (source, message) => {
  expect(problemsOf(source)).toEqual([expect.stringContaining(message)]);
});

test('escaped braces in double quotes are sent as they are', () => {
  const source = 'scenarios: { x: { operation: getBrief, status: 503, body: "\\x7B{now}}" } }';
  const { scenarios } = parseData(source, 'data', contract);
  expect(scenarios.find('x')?.steps).toEqual([{ status: 503, body: '{{now}}' }]);
});

test('numbers that are sent as they are written, or that are only numbers, are accepted', () => {
  const lines = 'operation: getBrief\nheaders: { X-A: 7 }\ndelayMs: 1e3';
  expect(problemsOfScenario(lines)).toEqual([]);
});

test.each(['0012345', '1.10', '4e10', '12345678901234567890', 'true', 'null', '0x1F'])(
  'the unquoted id %s is a text',
  (id) => {
    const source = `briefs: { ${id}: {} }\nusers: { ${id}: { password: a } }`;
    const { briefs, users } = parseData(source, 'data', contract);
    expect([...briefs.keys(), ...users.keys(), users.get(id)?.profile.userId]).toEqual([
      id,
      id,
      id,
    ]);
  },
);

test('a data file with a mistake stops the start, with its line and the reason', async () => {
  const dataFile = await copyWithChange('mock-api/data.yaml', (text) =>
    text.replace('adam@example.com', 'adam'),
  );
  await expect(startTestMock({ dataFile })).rejects.toThrow(
    /^\S+data\.yaml:\d+ "admin", emailAddress, must match format "email", got "adam"\.$/,
  );
});

const harvest = /daily-harvest: \{.*/;
const harvestOf = (fullName: string) => `daily-harvest: { fullName: "${fullName}" }`;

/** Starts a mock with files of its own, and returns how to edit them. */
async function startEditable() {
  const dataFile = await copyWithChange('mock-api/data.yaml', (text) => `${text}\n`);
  const contractFile = await copyWithChange('openapi.yaml', (text) => `${text}\n`);
  const { getBrief } = await startTestMock({ dataFile, contractFile });
  /** Replaces a file, as an editor does. */
  const edit = async (file: string, from: RegExp, to: string) => {
    await writeFile(`${file}~`, (await readFile(file, 'utf8')).replace(from, to));
    await rename(`${file}~`, file);
  };
  return {
    dataFile,
    contractFile,
    edit,
    statusOf: async (id: string) => (await getBrief(id)).status,
    waitForName: (name: string) =>
      expect.poll(async () => (await getBrief('daily-harvest')).body.fullName).toBe(name),
  };
}

test('files that are replaced are reloaded, an invalid one is reported, and its repair confirmed', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
  const confirmed = vi.spyOn(console, 'info').mockImplementation(() => {});
  onTestFinished(() => void vi.restoreAllMocks());
  const { dataFile, contractFile, edit, waitForName, statusOf } = await startEditable();
  await edit(dataFile, harvest, harvestOf('First'));
  await waitForName('First');
  expect(confirmed).not.toHaveBeenCalled();
  await edit(dataFile, /operation: signIn$/m, 'operation: singIn');
  await expect
    .poll(() => logged.mock.calls.join('\n'))
    .toMatch(/stays in use:\n {2}\S+:\d+ "broken-sign-in", operation: .* expected one of .*signIn/);
  await waitForName('First');
  await edit(dataFile, /operation: singIn/, 'operation: signIn');
  await edit(dataFile, harvest, harvestOf('Fixed'));
  await waitForName('Fixed');
  const message = 'The changed files are valid again, and in use.';
  await expect.poll(() => confirmed.mock.calls).toEqual([[message]]);
  await edit(contractFile, /\/briefs\/\{briefId\}:/, '/letters/{briefId}:');
  await expect.poll(() => statusOf('daily-harvest')).toBe(404);
});

test('a save keeps the attempts of a scenario that it does not change', async () => {
  const { dataFile, edit, waitForName, statusOf } = await startEditable();
  await statusOf('flaky-brief.anna');
  await edit(dataFile, harvest, harvestOf('Saved'));
  await waitForName('Saved');
  const statuses = [await statusOf('flaky-brief.anna'), await statusOf('flaky-brief.anna')];
  expect(statuses).toEqual([500, 200]);
  await edit(dataFile, /steps: \[500, 500, ok\]/, 'steps: [503, 500, ok]');
  await expect.poll(() => statusOf('flaky-brief.ben')).toBe(503);
  expect(await statusOf('flaky-brief.anna')).toBe(503);
});
