import { expect, test } from 'vitest';
import type { Report } from '#verifier';
import { longTestTimeoutMs } from '../../support/timeouts.ts';
import { failureLines } from '../../support/verifier/runVerifier.ts';
import {
  created,
  problem,
  type TreesFault,
  type TreesRequest,
  type TreesResponse,
  treeOf,
  verifyTrees,
} from '../../support/verifier/verifyTrees.ts';

/** Sends a response instead of the correct one if the request matches. */
function on(
  matches: (request: TreesRequest, usual: TreesResponse) => boolean,
  response: TreesResponse,
): TreesFault {
  return (usual, request) => (matches(request, usual) ? response : usual);
}

/** What may stand in front of a server, and what is only worth a warning. */
const inFront: TreesFault = (usual, { headers, path, body }) => {
  if (path.endsWith('/trees/')) return { status: 200, headers: { 'X-Total': '0' }, body: [] };
  if (/FIRST-TREE$|tree\.json$/.test(path)) return { status: 200, body: treeOf('first-tree') };
  // The declared status of a firewall.
  if (body.includes('<script>')) return problem(403);
  if (usual.status < 400) return usual;
  const repeated = { instance: `http://${headers.host}${path}`, detail: body.slice(0, 40) };
  return { ...usual, body: { ...Object(usual.body), ...repeated } };
};

test(
  'a server that conforms passes, also with two rows in one state and after a tree was deleted',
  async () => {
    const report = await verifyTrees(inFront);
    expect(failureLines(report)).toEqual([]);
    expect({ skipped: report.run.skipped, untested: report.untested }).toEqual({
      skipped: [],
      untested: [],
    });
    expect(report.warnings).toEqual([
      'readTree: The server returned 200 for an id that does not exist. Recommended: 404.',
      expect.stringContaining('readTree: all texts in the responses are ASCII'),
    ]);
    const links = report.run.exchanges.filter(({ role }) => role === 'link');
    expect(links.map(({ response }) => response.status)).toEqual([200, 204, 404]);
  },
  longTestTimeoutMs,
);

/** Rejects the first read of a path, which is sent again. */
const busy = (ending: string, status: number, retryAfter: string): TreesFault => {
  const limited = { ...problem(status), headers: { 'Retry-After': retryAfter } };
  let count = 0;
  return (usual, { method, path }) =>
    method === 'GET' && path.endsWith(ending) && ++count === 1 ? limited : usual;
};

const acceptsInvalid: TreesFault = (usual, { method }) => {
  if (usual.status !== 400) return usual;
  return method === 'POST' ? created() : { status: 200, headers: { 'X-Total': '0' }, body: [] };
};

/** Faults of one backend, and the failures of an operation: the case or the message. */
const faults: readonly { fault: TreesFault; of: string; finds: readonly string[] }[] = [
  {
    fault: on(({ query }) => query.getAll('limit').length > 1, problem(500)),
    of: 'listTrees',
    finds: ['not_a_server_error: limit is repeated'],
  },
  {
    fault: on(({ query }) => query.get('limit') === '50', problem(400)),
    of: 'listTrees',
    finds: ['positive_data_acceptance: limit is 50'],
  },
  {
    fault: on(({ body }) => body !== '' && !/"note":(?!null)/.test(body), problem(400)),
    of: 'createTree',
    finds: [
      'positive_data_acceptance: the body has only the required properties',
      'positive_data_acceptance: note is null',
      'positive_data_acceptance: the example ash',
    ],
  },
  {
    fault: acceptsInvalid,
    of: 'listTrees',
    finds: [
      'limit is 51',
      'limit is "contract check"',
      'sort is "contract check"',
      'sort differs in upper and lower case',
      'row has 4 items',
    ].map((it) => `negative_data_rejection: ${it}`),
  },
  {
    fault: acceptsInvalid,
    of: 'createTree',
    finds: [
      'position has an unknown property',
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
    ].map((it) => `negative_data_rejection: ${it}`),
  },
  {
    fault: (usual, { method, path }) =>
      method === 'GET' && usual.status === 404
        ? { status: 200, body: treeOf(path.slice('/v1/trees/'.length)) }
        : usual,
    of: 'readTree',
    finds: [
      'link_conformance: the link "readDeleted" of deleteTree',
      'unknown_resource_rejection: id was invented',
    ],
  },
  {
    fault: on(({ query }) => query.has('id'), problem(404)),
    of: 'readTree',
    finds: ['positive_data_acceptance: the query has the names of the path parameters'],
  },
  {
    fault: busy('/first-tree', 429, 'Sun, 06 Nov 1994 08:49:37 GMT'),
    of: 'readTree',
    finds: ['response_headers_conformance: The header "Retry-After" must be of type integer.'],
  },
  {
    fault: on(({ method }, { status }) => method === 'DELETE' && status === 404, { status: 204 }),
    of: 'deleteTree',
    finds: ['unknown_resource_rejection: id was invented'],
  },
  {
    fault: on(({ headers }, { status }) => status === 401 && !headers['x-key'], problem(404)),
    of: 'deleteTree',
    finds: ['ignored_auth: The server returned 404 without credentials.'],
  },
  {
    fault: (usual) =>
      usual.status === 401 ? { ...problem(403), headers: { 'Content-Encoding': 'gzip' } } : usual,
    of: 'deleteTree',
    finds: ['content_encoding_conformance: Content-Encoding is gzip, but the body is not.'],
  },
  {
    fault: busy('/ping', 429, '0'),
    of: 'ping',
    finds: ['status_code_conformance: The status 429 is not declared.'],
  },
  {
    // Several headers together, but none alone.
    fault: (usual, { path, headers: { cookie, referer, traceparent, via } }) => {
      if (!path.endsWith('/ping')) return usual;
      if (via) return problem(cookie ? 500 : 431);
      const isSeveral = referer === 'contract check' && traceparent;
      return isSeveral ? { status: 204, headers: { 'Content-Length': '0' } } : usual;
    },
    of: 'ping',
    finds: [
      'not_a_server_error: it has the headers of a browser and a gateway',
      'response_headers_conformance: it has headers that clients and gateways add',
    ],
  },
];

let pending: Promise<Report> | undefined;

function reportAll(): Promise<Report> {
  pending ??= verifyTrees((usual, request, count) => {
    const responses = faults.map(({ fault }) => fault(usual, request, count));
    return responses.find((response) => response !== usual) ?? usual;
  });
  return pending;
}

for (const { of, finds } of faults) {
  test(`reported of ${of}: ${finds.join(', ')}`, { timeout: longTestTimeoutMs }, async () => {
    const { run } = await reportAll();
    const found = run.failures
      .filter(({ exchange }) => exchange.operation.id === of)
      .flatMap(({ check, message, exchange }) => [
        `${check}: ${message}`,
        `${check}: ${exchange.description}`,
      ]);
    expect(found).toEqual(expect.arrayContaining([...finds]));
  });
}

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

test('each kind of internal details in an error is a failure, also beside a 500', async () => {
  let count = 0;
  const { run } = await verifyTrees(
    (usual) => {
      if (usual.status !== 404) return usual;

      const [, more] = disclosures[count % disclosures.length] ?? [];
      count += 1;
      return problem(count === 1 ? 500 : 404, more);
    },
    '--only',
    'readTree',
  );
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
  const args = ['--only', 'ping,listTrees,deleteTree'];
  const locked = await verifyTrees(gateway, ...args);
  expect(failureLines(locked)).toEqual([]);
  expect(locked.warnings).toContainEqual(
    expect.stringContaining('Every response was 401, so nothing was tested.'),
  );
  const open = await verifyTrees(gateway, ...args, '--header', `Authorization: ${authorization}`);
  expect(failureLines(open)).toEqual([]);
  expect(open.untested).toEqual([]);
});
