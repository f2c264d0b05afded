import { expect, test } from 'vitest';
import { longTestTimeoutMs } from '../../support/timeouts.ts';
import { failedCases, failedChecks } from '../../support/verifier/runVerifier.ts';
import {
  created,
  problem,
  type TreesFault,
  type TreesRequest,
  type TreesResponse,
  treeOf,
  verifyTrees,
} from '../../support/verifier/verifyTrees.ts';

test(
  'a server that conforms passes, also with two rows in one state and after a tree was deleted',
  async () => {
    const { failures, run, untested, warnings } = await verifyTrees();
    expect({ failures, skipped: run.skipped, untested }).toEqual({
      failures: [],
      skipped: [],
      untested: [],
    });
    expect(warnings).toEqual([
      expect.stringContaining('readTree: all texts in the responses are ASCII'),
    ]);
    const links = run.exchanges.filter(({ role }) => role === 'link');
    expect(links.map(({ response }) => response.status)).toEqual([200, 204, 404]);
  },
  longTestTimeoutMs,
);

/** Sends a response instead of the correct one if the request matches. */
function on(
  matches: (request: TreesRequest, usual: TreesResponse) => boolean,
  response: TreesResponse,
): TreesFault {
  return (usual, request) => (matches(request, usual) ? response : usual);
}

test('a server that rejects nothing is reported for each rule of the contract', async () => {
  const fault: TreesFault = (usual, { method }) => {
    if (usual.status !== 400) return usual;
    return method === 'POST' ? created() : { status: 200, headers: { 'X-Total': '0' }, body: [] };
  };
  const cases = failedCases(await verifyTrees(fault, '--only', 'listTrees,createTree'));
  const accepted = cases.flatMap((it) => /^negative_data_rejection: (.*)/.exec(it)?.[1] ?? []);
  expect(accepted).toEqual(
    expect.arrayContaining([
      'limit is 51',
      'limit is "contract check"',
      'sort is "contract check"',
      'row has 4 items',
      'position has an unknown property',
      'name is missing',
      'name has 41 characters like "a"',
      'name is 42',
      'position.row is its text',
      'position.row is 100',
      'position.row is -1',
      'position.distance is 0.25',
      'origin.seedLot is "AB-1234 "',
      'labels is {}',
      'labels has an item twice',
      'keepers has 3 items',
      'evergreen is its text',
      'watered is "12345"',
      'the body is missing',
    ]),
  );
});

test('a server that rejects or fails on valid values is reported for each', async () => {
  const fault: TreesFault = (usual, { query, body }) => {
    if (query.getAll('limit').length > 1) return problem(500);
    const isRejected =
      query.get('limit') === '50' || (body !== '' && !/"note":(?!null)/.test(body));
    return isRejected ? problem(400) : usual;
  };
  const cases = failedCases(await verifyTrees(fault, '--only', 'listTrees,createTree'));
  expect(cases).toEqual(
    expect.arrayContaining([
      'not_a_server_error: limit is repeated',
      'positive_data_acceptance: the body has only the required properties',
      'positive_data_acceptance: note is null',
      'positive_data_acceptance: limit is 50',
    ]),
  );
});

/** For one read, after which it is sent again. */
const busy = (status: number, retryAfter: string): TreesFault => {
  const limited = { ...problem(status), headers: { 'Retry-After': retryAfter } };
  let isSent = false;
  return (usual, { method }, count) => {
    if (isSent || method !== 'GET' || count < 5) return usual;
    isSent = true;
    return limited;
  };
};

test.each<[what: string, operations: string, fault: TreesFault, ...string[]]>([
  [
    'a deleted tree is still found',
    'createTree,readTree,deleteTree',
    (usual, { method, path }) =>
      method === 'GET' && usual.status === 404
        ? { status: 200, body: treeOf(path.slice('/v1/trees/'.length)) }
        : usual,
    'readTree link_conformance',
    'readTree unknown_resource_rejection',
  ],
  [
    'a missing tree is deleted, and a 403 that is not gzip is sent where only 401 is declared',
    'deleteTree',
    (usual, { method }) => {
      if (method === 'DELETE' && usual.status === 404) return { status: 204 };
      const headers = { 'Content-Encoding': 'gzip' };
      return usual.status === 401 ? { ...problem(403), headers } : usual;
    },
    'deleteTree content_encoding_conformance',
    'deleteTree unknown_resource_rejection',
  ],
  [
    'a request without credentials gets 404',
    'deleteTree',
    on((_, { status }) => status === 401, problem(404)),
    'deleteTree ignored_auth',
  ],
  [
    'the id is read from the query',
    'readTree',
    on(({ query }) => query.has('id'), problem(404)),
    'readTree positive_data_acceptance',
  ],
  [
    'a stack trace is next to a 500',
    'readTree',
    on((_, { status }) => status === 404, problem(500, { debug: 'at find (/srv/find.js:12:3)' })),
    'readTree internal_details_disclosure',
    'readTree not_a_server_error',
  ],
  ['a limit is not declared', 'ping', busy(429, '0'), 'ping status_code_conformance'],
  [
    'Retry-After is in words',
    'readTree',
    busy(429, 'soon'),
    'readTree response_headers_conformance',
  ],
  [
    'several headers together, but none alone, crash or get a malformed success',
    'ping',
    (usual, { headers: { cookie, referer, traceparent, via } }) => {
      if (via) return problem(cookie ? 500 : 431);
      const isSeveral = referer === 'contract check' && traceparent;
      return isSeveral ? { status: 204, headers: { 'Content-Length': '0' } } : usual;
    },
    'ping not_a_server_error',
    'ping response_headers_conformance',
  ],
])('reported: %s', async (_, operations, fault, ...expected) => {
  const report = await verifyTrees(fault, '--only', operations);
  expect(failedChecks(report)).toEqual(expected);
});

test('an id in another case or with a suffix is a warning, and what stands in front is no failure', async () => {
  const fault: TreesFault = (usual, { headers, path, body }) => {
    if (path.endsWith('/trees/')) return { status: 200, headers: { 'X-Total': '0' }, body: [] };
    if (/FIRST-TREE$|tree\.json$/.test(path)) return { status: 200, body: treeOf('first-tree') };
    // The declared status of a firewall.
    if (body.includes('<script>')) return problem(403);
    if (usual.status < 400) return usual;
    const repeated = { instance: `http://${headers.host}${path}`, detail: body.slice(0, 40) };
    return { ...usual, body: { ...Object(usual.body), ...repeated } };
  };
  const report = await verifyTrees(fault, '--only', 'createTree,readTree');
  expect(failedChecks(report)).toEqual([]);
  expect(report.warnings).toContain(
    'readTree: The server returned 200 for an id that does not exist. Recommended: 404.',
  );
});

const disclosures: readonly [what: string, more: object][] = [
  ['a stack trace', { trace: 'no\n\tat org.notes.Find.get(Find.java:12)' }],
  ['a stack trace', { detail: 'Traceback (most recent call last): no' }],
  ['a stack trace', { detail: 'at Notes.Find.Get(String id) in C:\\n\\Find.cs:line 12' }],
  ['the class of an exception', { exception: 'org.notes.NoteNotFoundException' }],
  ['an SQL statement', { detail: 'no rows: SELECT id FROM notes WHERE id = ?' }],
  ['a database error', { detail: "You have an error in your SQL syntax near 'x'" }],
  ['the URL of a database', { detail: 'postgres://notes:pw@db/notes' }],
  ['a source file', { detail: 'thrown in find.py:12' }],
  ['a file path', { detail: 'cannot open C:\\inetpub\\notes\\find.aspx' }],
  ['an internal host', { instance: 'http://notes-3.prod.internal:8080/notes' }],
  ['an internal address', { detail: 'no response from 10.1.2.3' }],
  ['the error of a connection', { detail: 'connect ECONNREFUSED 127.0.0.1:5432' }],
];

test('each kind of internal details in an error is a failure', async () => {
  let count = 0;
  const fault: TreesFault = (usual) => {
    if (usual.status !== 404) return usual;

    const [, more] = disclosures[count % disclosures.length] ?? [];
    count += 1;
    return problem(404, more);
  };
  const { run } = await verifyTrees(fault, '--only', 'readTree');
  const missed = disclosures.filter(([what, more]) => {
    const [detail = ''] = Object.values(more);
    const failed = run.failures.filter(({ exchange }) =>
      String(exchange.response.body).includes(JSON.stringify(detail)),
    );
    return !failed.some(({ message }) => message === `The body contains ${what}.`);
  });
  expect(missed).toEqual([]);
});

test('a gateway that rejects every request is no failure, and --header lets all pass', async () => {
  const authorization = 'Basic dGVhbTpwdw==';
  const gateway: TreesFault = (usual, { headers }) =>
    headers.authorization === authorization ? usual : { status: 401, body: 'Sign in' };
  const args = ['--only', 'ping,listTrees'];
  const locked = await verifyTrees(gateway, ...args);
  expect(failedChecks(locked)).toEqual([]);
  expect(locked.warnings).toContainEqual(
    expect.stringContaining('Every response was 401, so nothing was tested.'),
  );
  const open = await verifyTrees(gateway, ...args, '--header', `Authorization: ${authorization}`);
  expect(failedChecks(open)).toEqual([]);
  expect(open.untested).toEqual([]);
});
