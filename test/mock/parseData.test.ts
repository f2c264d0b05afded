import { describe, expect, test } from 'vitest';
import { ContractError, loadContract } from '#contract';
import { parseData } from '../../mock-api/operations/parseData.ts';

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

/** The one message about the scenario `x`, of which each property has a line. */
function messageAbout(...lines: string[]): string {
  const source = ['scenarios:', '  x:', ...lines.map((line) => `    ${line}`)].join('\n');
  const [message = 'none', ...others] = problemsOf(source);
  expect(others, message).toEqual([]);
  return message;
}

const operation = 'operation: getBrief';
const endings = 'for: [brief]';

test.each([
  ['fault: no respnse', 'data:4 "x", fault, has the unknown value "no respnse"; expected one of '],
  ['fault: closd', 'data:4 "x", fault, has the unknown value "closd"; expected one of '],
  [
    'fault: fire',
    'data:4 "x", fault, has the unknown value "fire"; expected one of no response, closed, reset, reset mid-body, truncated.',
  ],
  ['steps: [500, okk]', 'data:4 "x", steps.1, has the unknown value "okk"; expected one of '],
  [
    'expected: { outcome: faild }',
    'data:4 "x", expected.outcome, has the unknown value "faild"; expected one of ',
  ],
  [
    'expected: { brief: { outcome: wroks } }',
    'data:4 "x", expected.brief.outcome, has the unknown value "wroks"; expected one of ',
  ],
  [
    'expected: { outcome: failed, alert: { text: a, type: eror } }',
    'data:4 "x", expected.alert.type, has the unknown value "eror"; expected one of ',
  ],
  ['example: notFond', 'data:4 "x", example: getBrief has no example "notFond"; expected one of '],
  ['example: { a: 1 }', 'data:4 "x", example, must be of type string, got {"a":1}.'],
])('%s: the values that there are are listed', (line, message) => {
  expect(messageAbout(operation, line)).toContain(message);
});

test.each([
  ['for: [breif]', 'data:3 "x", for.0, has the unknown value "breif"; expected one of '],
  [
    'operation: getBreif',
    'data:3 "x", operation: the contract has no operation "getBreif"; expected one of ',
  ],
  ['opration: getBrief', 'data:3 "x" has the unknown property "opration"; expected one of '],
  ['status: 404', 'data:2 "x" must have either "for" or "operation".'],
  ['for: brief', 'data:3 "x", for, must be of type array, got "brief".'],
  ['for: []', 'data:3 "x", for, must not be empty, got [].'],
  ['for: [brief, brief]', 'data:3 "x", for, has the same value twice, got ["brief","brief"].'],
])('a scenario with only "%s" has no operation', (line, message) => {
  expect(messageAbout(line)).toContain(message);
});

test.each([
  ['stauts: 404', 'data:4 "x" has the unknown property "stauts"; expected one of '],
  ['delay: 3000', 'data:4 "x" has the unknown property "delay"; expected one of '],
  [
    'when: { bdy: { text: a } }',
    'data:4 "x", when, has the unknown property "bdy"; expected one of ',
  ],
  [
    'steps: [{ stauts: 404 }]',
    'data:4 "x", steps.0, has the unknown property "stauts"; expected one of ',
  ],
  [
    'expected: { outcom: works }',
    'data:4 "x", expected, has the unknown property "outcom"; expected one of ',
  ],
  [
    'expected: { outcome: works, alert: { txet: a } }',
    'data:4 "x", expected.alert, has the unknown property "txet"; expected one of ',
  ],
  [
    'expected: { breif: {}, submission: { outcome: works } }',
    'data:4 "x", expected, has the unknown property "breif"; expected one of ',
  ],
  ['for: [brief]', 'data:2 "x" must have either "for" or "operation".'],
  [
    'steps: [{ response: { status: 404 } }]',
    'data:4 "x", steps.0, has the unknown property "response"; expected one of status, headers, mediaType, body, violates, example, delayMs, fault.',
  ],
])('the name of "%s" is rejected', (line, message) => {
  expect(messageAbout(operation, line)).toContain(message);
});

test('a response in an object of its own has one message', () => {
  expect(messageAbout('response:', '  for: [brief]', '  status: 404')).toMatch(
    /^data:3 "x" has the unknown property "response"; expected one of for, operation, /,
  );
});

test.each([
  ['status: none', 'data:4 "x", status, must be of type integer, got "none".'],
  ['status: 199', 'data:4 "x", status, must be at least 200, got 199.'],
  ['steps: [200, 600]', 'data:4 "x", steps.1, must be at most 599, got 600.'],
  ['delayMs: 3 s', 'data:4 "x", delayMs, must be of type number, got "3 s".'],
  ['delayMs: -1', 'data:4 "x", delayMs, must be at least 0, got -1.'],
  ['violates: yep', 'data:4 "x", violates, must be true, got "yep".'],
  ['steps: []', 'data:4 "x", steps, must not be empty, got [].'],
  ['steps: 500', 'data:4 "x", steps, must be of type array, got 500.'],
  [
    'when: { body: { text: { matches: a } } }',
    'data:4 "x", when.body.text, has the unknown property "matches"; expected one of contains.',
  ],
  ['when: {}', 'data:4 "x", when, must not be empty, got {}.'],
  [
    'mediaType: json',
    'data:4 "x", mediaType, must be a type and a subtype, such as application/json, got "json".',
  ],
  [
    'headers: { X-A: "a\\nb" }',
    'data:4 "x", headers.X-A, must be a text in Latin-1 without control characters, got "a\\nb".',
  ],
  [
    'headers: { X-A: "小" }',
    'data:4 "x", headers.X-A, must be a text in Latin-1 without control characters, got "小".',
  ],
  ['headers: { X-A: [] }', 'data:4 "x", headers.X-A, must not be empty, got [].'],
  [
    'headers: { X-A: [a, true] }',
    'data:4 "x", headers.X-A.1, must be of type string or number, got true.',
  ],
  ['headers: { Trailer: x }', 'data:4 "x", headers: a response cannot have "Trailer".'],
  [
    'expected: { alert: { text: a } }',
    'data:4 "x", expected, is missing the required property "outcome".',
  ],
  [
    'expected: { outcome: failed, alert: { persistent: yes, text: a } }',
    'data:4 "x", expected.alert.persistent, must be of type boolean, got "yes".',
  ],
])('%s: what was expected and found is named', (line, message) => {
  expect(messageAbout(operation, line)).toContain(message);
});

test('a scenario that is no object is rejected', () => {
  expect(problemsOf('scenarios: { x: 503 }')).toEqual([
    'data:1 "x" must be of type object, got 503.',
  ]);
});

test.each([
  {
    what: 'a status beside steps',
    lines: [operation, 'steps: [ok]', 'status: 404'],
    message: 'data:5 "x" has steps, so "status" belongs to one of them.',
  },
  {
    what: 'a body beside an example',
    lines: [operation, 'example: notFound', 'body: x'],
    message: 'data:4 "x": expected an example or a body, not both.',
  },
  {
    what: 'a body with 204',
    lines: [operation, 'status: 204', 'body: { a: 1 }'],
    message: 'data:5 "x", body, must be "", got {"a":1}.',
  },
  {
    what: 'an outcome of the page for a call of no page',
    lines: ['operation: signOut', 'expected: { outcome: failed }'],
    message: 'data:4 "x", expected: expected a text, or an outcome of signOut on the page.',
  },
])('$what is rejected', ({ lines, message }) => {
  expect(messageAbout(...lines)).toBe(message);
});

test('two scenarios of one operation are rejected', () => {
  expect(problemsOf(`scenarios:\n  x:\n    - ${operation}\n    - ${operation}`)).toEqual([
    'data:4 "x" has more than one scenario of getBrief; use steps.',
  ]);
});

test('a mistake in a row with two endings has one message', () => {
  expect(messageAbout('for: [brief, submission]', 'headers: { Trailer: x }')).toBe(
    'data:4 "x-brief", headers: a response cannot have "Trailer".',
  );
});

test.each([
  ['body: { fullName: x }', 'The body is missing the required property "name"'],
  ['body: x', 'The body'],
  ['status: 202', 'The status 202 is not declared'],
])('a success with "%s" that the contract does not allow is rejected', (line, reason) => {
  expect(messageAbout(endings, line)).toContain(
    `data:4 "x-brief": the contract does not allow this response: ${reason}`,
  );
});

test('a template of an earlier version is rejected with its line, unless its braces are escaped', () => {
  expect(messageAbout(operation, 'status: 503', 'body: Attempt {{counter}}')).toBe(
    'data:5 Templates: {{ is not replaced. Write the value, or, for the characters themselves, "\\x7B{" in double quotes.',
  );
  const { scenarios } = parseData(
    `scenarios:\n  x: { ${operation}, status: 503, body: "\\x7B{now}}" }`,
    'data',
    contract,
  );
  expect(scenarios.find('x')?.steps).toEqual([{ status: 503, body: '{{now}}' }]);
});

test.each([
  [
    'body: { subjectline: a }',
    'body.subjectline, no body has "subjectline"; expected one of briefId, subscriberId, subjectLine, text, recaptchaResponse.',
  ],
  ['body: { text: 7 }', 'body.text, "text" is no number.'],
  ['header: { "X Demo": a }', 'header.X Demo, expected the name of a header.'],
  [
    'body: { text: [a, null] }',
    'body.text, expected a value, {"contains":"a part"} or a list of these, got null.',
  ],
])('the condition %s, which no request can meet, is rejected', (when, message) => {
  expect(messageAbout('for: [submission]', `when: { ${when} }`)).toBe(
    `data:4 "x-submission", when.${message}`,
  );
});

describe('a brief or a user', () => {
  test.each([
    ['briefs: { a: { fullName: 7 } }', '"a", fullName, must be of type string, got 7.'],
    ['briefs: { a: 7 }', '"a" must be of type object, got 7.'],
    ['briefs: { a: { fullname: A } }', '"a" has the unknown property "fullname"; expected one of '],
    ['briefs: { a/b: {} }', '"a/b" is not a valid brief id: it must match pattern'],
    ['users: { a: {} }', '"a" is missing the required property "password".'],
    ['users: { a: { password: 7 } }', '"a", password, must be of type string, got 7.'],
    ['users: { a: { password: "" } }', '"a", password, must not be empty, got "".'],
    ['users: { a: { pasword: b } }', '"a" is missing the required property "password".'],
    [
      'users: { a: { password: b, passwordExpird: true } }',
      '"a" has the unknown property "passwordExpird"; expected one of ',
    ],
    [
      'users: { a: { password: b, roles: admin } }',
      '"a", roles, must be of type array, got "admin".',
    ],
    [
      'users: { a: { password: b, emailAddress: c } }',
      '"a", emailAddress, must match format "email", got "c".',
    ],
  ])('%s is rejected', (source, message) => {
    expect(problemsOf(source)).toEqual([expect.stringContaining(`data:1 ${message}`)]);
  });

  test.each([
    ['x-brief', ' is the id of a scenario; choose another id.'],
    ['y.z', ' is "y" with the tester\'s name "z"; choose another id.'],
  ])('with the id %s is rejected', (id, message) => {
    const source = `scenarios: { x: { ${endings} } }\nbriefs:\n  y: {}\n  ${id}: {}`;
    expect(problemsOf(source)).toEqual([`data:4 "${id}"${message}`]);
  });
});

test.each([
  ['scenarois: {}', 'data:1 The file has the unknown property "scenarois"; expected one of '],
  [
    'scenarios:\n\tx:\n\t\tfor: [brief]\n\t\tstatus: 404',
    'data:2 Tabs are not allowed as indentation',
  ],
  ['scenarios: [', 'data:1 '],
])('the file %j has one message', (source, message) => {
  expect(problemsOf(source)).toEqual([expect.stringContaining(message)]);
});

test.each([
  [
    'headers: { X-A: 1.10 }',
    'data:4 "x.headers.X-A": without quotes, 1.10 is the number 1.1; write "1.10".',
  ],
  ['when: { query: { page: 007 } }', /^data:4 "x\.when\.query\.page": .* write "007"\.$/],
  ['steps: [ok, { headers: { X-A: 4e10 } }]', /^data:4 .* 4e10 is the number 40000000000/],
  ['body: { id: 0012345 }', /^data:4 .* 0012345 is the number 12345; write "0012345"\.$/],
  ['when: { body: { subscriberId: 007 } }', /^data:4 .* write "007"\.$/],
  ['body: { id: 12345678901234567890 }', /^data:4 .* is the number 12345678901234567000/],
])('%s: a number that would become another text is rejected', (line, message) => {
  expect(messageAbout(operation, line)).toMatch(message);
});

test('numbers that are sent as they are written, or that are only numbers, are accepted', () => {
  const rows = ['headers: { X-A: 7 }', 'delayMs: 1e3', 'when: { body: { query: 007 } }'];
  expect(
    problemsOf(`scenarios:\n  x:\n    operation: getBrief\n    ${rows[0]}\n    ${rows[1]}`),
  ).toEqual([]);
});

test.each(['0012345', '1.10', '4e10', '12345678901234567890', 'true', 'null', '0x1F'])(
  'the unquoted id %s is a text',
  (id) => {
    const { briefs, users } = parseData(
      `briefs: { ${id}: {} }\nusers: { ${id}: { password: a } }`,
      'data',
      contract,
    );
    expect([...briefs.keys(), ...users.keys()]).toEqual([id, id]);
    expect(users.get(id)?.profile.userId).toBe(id);
  },
);

test.each([
  ['*gone', 'The alias *gone has no anchor before it.'],
  ['&own [*own]', 'The alias *own is a part of its own value.'],
  ['{ <<: 3 }', 'The value of << must be a mapping.'],
  ['{ ? [a] : b }', 'A key must be a text.'],
])('the value %s has an error with its line', (value, message) => {
  expect(problemsOf(`briefs:\n  a: {}\n  b: ${value}`)).toEqual([`data:3 ${message}`]);
});

test('aliases that multiply their values have an error', () => {
  const lists = Array.from(
    { length: 6 },
    (_, i) => `x${i + 1}: &x${i + 1} [${`*x${i},`.repeat(9)}]`,
  );
  expect(problemsOf(['x0: &x0 [a]', ...lists].join('\n'))).toEqual([
    expect.stringMatching(/^data:1 Excessive alias count/),
  ]);
});
