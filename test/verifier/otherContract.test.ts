import { expect, test } from 'vitest';
import type { Report } from '#verifier';
import { longTestTimeoutMs } from '../timeouts.ts';
import { failureLines } from './fixtures/runVerifier.ts';
import {
  created,
  problem,
  type TreesFault,
  type TreesRequest,
  type TreesResponse,
  verifyTrees,
} from './fixtures/verifyTrees.ts';

/** Sends a response instead of the correct one if the request matches. */
function on(
  matches: (request: TreesRequest, usual: TreesResponse) => boolean,
  response: TreesResponse,
): TreesFault {
  return (usual, request) => (matches(request, usual) ? response : usual);
}

/** Changes that servers in front of a backend may make, and one that is only worth a warning. */
const inFront: TreesFault = (usual, { headers, path, body }) => {
  if (path.endsWith('/trees/')) return { status: 200, headers: { 'X-Total': '0' }, body: [] };
  // The declared status of a firewall.
  if (body.includes('<script>')) return problem(403);
  if (usual.status < 400) return usual;
  const repeated = { instance: `http://${headers.host}${path}`, detail: body.slice(0, 40) };
  return { ...usual, body: { ...Object(usual.body), ...repeated } };
};

test(
  'a server that conforms passes, also with two rows in one state',
  async () => {
    const report = await verifyTrees(inFront);
    expect(failureLines(report)).toEqual([]);
    expect({ skipped: report.run.skipped, untested: report.untested }).toEqual({
      skipped: [],
      untested: [],
    });
    expect(report.warnings).toEqual([]);
  },
  longTestTimeoutMs,
);

/** Limits the first read of a path, which is sent again. */
const busy = (ending: string, retryAfter: string): TreesFault => {
  let count = 0;
  return on(({ method, path }) => method === 'GET' && path.endsWith(ending) && ++count === 1, {
    ...problem(429),
    headers: { 'Retry-After': retryAfter },
  });
};

/** The faults of one backend, by the failure in the report: an operation, a check, and a case or a message. */
const faults: Readonly<Record<string, TreesFault>> = {
  'listTrees positive_data_acceptance: limit is 50': on(
    ({ query }) => query.get('limit') === '50',
    problem(400),
  ),
  'createTree positive_data_acceptance: the body has only the required properties': on(
    ({ body }) => body.startsWith('{') && !body.includes('note') && !body.includes('Ash'),
    problem(400),
  ),
  'createTree positive_data_acceptance: note is null': on(
    ({ body }) => body.includes('"note":null'),
    problem(400),
  ),
  'createTree positive_data_acceptance: the example ash': on(
    ({ body }) => body.includes('"Ash"'),
    problem(400),
  ),
  'readTree positive_data_acceptance: the query has the names of the path parameters': on(
    ({ query }) => query.has('id'),
    problem(404),
  ),
  'readTree response_headers_conformance: The header "Retry-After" must be of type integer.': busy(
    '/first-tree',
    'Sun, 06 Nov 1994 08:49:37 GMT',
  ),
  'deleteTree unknown_resource_rejection: id was invented': on(
    ({ method }, { status }) => method === 'DELETE' && status === 404,
    { status: 204 },
  ),
  'deleteTree ignored_auth: The server returned 404 without credentials.': on(
    ({ headers }, { status }) => status === 401 && !headers['x-key'],
    problem(404),
  ),
  'deleteTree content_encoding_conformance: Content-Encoding is gzip, but the body is not.': on(
    (_, { status }) => status === 401,
    { ...problem(403), headers: { 'Content-Encoding': 'gzip' } },
  ),
  'ping status_code_conformance: The status 429 is not declared.': busy('/ping', '0'),
  // Several headers together, but none alone.
  'ping not_a_server_error: it has the headers of a browser and a gateway': on(
    ({ path, headers }) => path.endsWith('/ping') && Boolean(headers.via && headers.cookie),
    problem(500),
  ),
  'ping response_headers_conformance: it has headers that clients and gateways add': on(
    ({ path, headers }) => path.endsWith('/ping') && Boolean(headers.forwarded && headers.baggage),
    { status: 204, headers: { 'Content-Length': '0' } },
  ),
};

/** Accepts what violates the contract. */
const acceptsInvalid: TreesFault = (usual, { method }) => {
  if (usual.status !== 400) return usual;
  return method === 'POST' ? created() : { status: 200, headers: { 'X-Total': '0' }, body: [] };
};

const accepted = [
  'listTrees negative_data_rejection: limit is 51',
  'listTrees negative_data_rejection: limit is "contract check"',
  'listTrees negative_data_rejection: sort is "contract check"',
  'listTrees negative_data_rejection: sort differs in upper and lower case',
  'listTrees negative_data_rejection: row has 4 items',
  'createTree negative_data_rejection: position has an unknown property',
  'createTree negative_data_rejection: name has 41 characters like "a"',
  'createTree negative_data_rejection: name is 42',
  'createTree negative_data_rejection: position.row is its text',
  'createTree negative_data_rejection: position.row is 100',
  'createTree negative_data_rejection: position.row is -1',
  'createTree negative_data_rejection: position.distance is 0.25',
  'createTree negative_data_rejection: origin.seedLot is "AB-1234 "',
  'createTree negative_data_rejection: labels is {}',
  'createTree negative_data_rejection: labels has an item twice',
  'createTree negative_data_rejection: keepers has 3 items',
  'createTree negative_data_rejection: evergreen is its text',
  'createTree negative_data_rejection: watered is "12345"',
];

let pending: Promise<Report> | undefined;

function reportAll(): Promise<Report> {
  pending ??= verifyTrees((usual, request) => {
    const all = [...Object.values(faults), acceptsInvalid];
    const responses = all.map((fault) => fault(usual, request));
    return responses.find((response) => response !== usual) ?? usual;
  });
  return pending;
}

test.each([...Object.keys(faults), ...accepted])(
  'reported: %s',
  async (failure) => {
    const { run } = await reportAll();
    const [start = ''] = failure.split(': ');
    const found = run.failures.flatMap(({ check, message, exchange }) =>
      [message, exchange.description].map((text) => `${exchange.operation.id} ${check}: ${text}`),
    );
    expect(found.filter((it) => it.startsWith(start))).toContain(failure);
  },
  longTestTimeoutMs,
);

test('a gateway that rejects every request is no failure, and --header lets all pass', async () => {
  const authorization = 'Basic dGVhbTpwdw==';
  const gateway: TreesFault = (usual, { headers }) =>
    headers.authorization === authorization ? usual : { status: 401, body: 'Sign in' };
  const args = ['--only', 'ping,deleteTree'];
  const locked = await verifyTrees(gateway, ...args);
  expect(failureLines(locked)).toEqual([]);
  expect(locked.warnings).toContainEqual(
    expect.stringContaining('Every response was 401, so nothing was tested.'),
  );
  const open = await verifyTrees(gateway, ...args, '--header', `Authorization: ${authorization}`);
  expect(failureLines(open)).toEqual([]);
  expect(open.untested).toEqual([]);
});
