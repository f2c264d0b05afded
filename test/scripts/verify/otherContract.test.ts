import { expect, test } from 'vitest';
import { failedChecks } from '../../support/verify/runVerifier.ts';
import {
  created,
  problem,
  type TreesFault,
  type TreesRequest,
  type TreesResponse,
  treeIds,
  treeOf,
  verifyTrees,
} from '../../support/verify/verifyTrees.ts';

const bothIds = ['--value', `id=${treeIds[1]}`];

test('a server that conforms passes, also after a tree was deleted', async () => {
  const report = await verifyTrees(undefined, '--thorough', ...bothIds);
  expect(failedChecks(report)).toEqual([]);
  expect(report.warnings).toEqual([]);
  expect(report.skipped).toEqual([]);
  const links = report.results.filter(({ testCase: { kind } }) => kind === 'link');
  expect(links.map(({ testCase: { description }, status }) => [description, status])).toEqual([
    ['The link "read" of createTree.', 'passed'],
    ['The link "delete" of createTree.', 'passed'],
    ['The link "readDeleted" of deleteTree.', 'passed'],
  ]);
});

/** Sends a response instead of the correct one if the request matches. */
function on(
  matches: (request: TreesRequest, usual: TreesResponse) => boolean,
  response: TreesResponse,
): TreesFault {
  return (usual, request) => (matches(request, usual) ? response : usual);
}

/** Finds a tree with some other ids. */
const finds = (pattern: RegExp) =>
  on(({ method, path }) => method === 'GET' && pattern.test(path), {
    status: 200,
    body: treeOf(treeIds[0]),
  });

test('a server that rejects nothing is reported for each rule of the contract', async () => {
  const fault: TreesFault = (usual, { method }) => {
    if (usual.status !== 400) return usual;
    return method === 'POST' ? created() : { status: 200, headers: { 'X-Total': '0' }, body: [] };
  };
  const args = ['--only', 'listTrees,createTree', '--phases', 'coverage'];
  const { results } = await verifyTrees(fault, ...args);
  const accepted = results
    .filter(({ failures }) => failures.some(({ check }) => check === 'negative_data_rejection'))
    .map(({ testCase }) => testCase.description);
  expect(accepted).toEqual(
    expect.arrayContaining([
      'The query parameter "limit" is 51.',
      'The query parameter "sort" is not one of the listed values.',
      'The query parameter "row" has 4 items.',
      'The query parameter "planted", at "from", is the 31st day of a month of 30.',
      'The body has an unknown property.',
      `The body's "name" is missing.`,
      `The body's "name" has 41 characters.`,
      `The body's "name" does not match the pattern.`,
      `The body's "name" is an integer.`,
      `The body's "position.row" is its text.`,
      `The body's "position.row" is 100.`,
      `The body's "position.row" is -1.`,
      `The body's "position.distance" is 1.25.`,
      `The body's "origin" (alternative 1, "seedLot") does not match the pattern.`,
      `The body's "labels" is an item instead of an array.`,
      `The body's "labels" has a duplicate item.`,
      `The body's "labels.0" is a listed value in another case.`,
      `The body's "keepers" has 3 items.`,
      `The body's "soil" has 3 properties.`,
      `The body's "soil.contractCheckUnknown" has 11 characters.`,
      `The body's "grade" is not one of the listed values.`,
      `The body's "evergreen" is its text.`,
      `The body's "planted" is a leap day in another year.`,
      `The body's "watered" has no offset.`,
    ]),
  );
});

test('a server that rejects or fails on valid values is reported for each', async () => {
  const fault: TreesFault = (usual, { method, query, tree, body }) => {
    if (query.getAll('limit').length > 1) return problem(500);
    if (/"name":"[^"]*\\ud800/.test(body)) return problem(500);
    const { note, origin, watered } = tree;
    if (/it's/.test(`${Object(origin).donor}`)) return problem(500);
    const isRejected =
      query.get('limit') === '50' ||
      (method === 'POST' &&
        (Object.keys(tree).length === 3 ||
          note === null ||
          'parentId' in Object(origin) ||
          /\+/.test(`${watered}`)));
    return isRejected ? problem(400) : usual;
  };
  const args = ['--only', 'listTrees,createTree', '--phases', 'coverage,values,protocol'];
  const { results } = await verifyTrees(fault, ...args);
  const failed = results.flatMap(({ testCase, failures }) =>
    failures.map(({ check }) => `${check}: ${testCase.description}`),
  );
  expect(failed.sort()).toEqual([
    `not_a_server_error: The body's "name" ends with a lone surrogate.`,
    `not_a_server_error: The body's "origin.donor" contains a single quote.`,
    'not_a_server_error: The query parameter "limit" is repeated.',
    'positive_data_acceptance: The body has only the required properties.',
    `positive_data_acceptance: The body's "note" is null.`,
    `positive_data_acceptance: The body's "origin" (alternative 2, "parentId") is 2.`,
    `positive_data_acceptance: The body's "origin" is alternative 2.`,
    `positive_data_acceptance: The body's "watered" has an offset of half an hour.`,
    'positive_data_acceptance: The query parameter "limit" is 50.',
  ]);
});

let requestedPath = '';

test.each<[description: string, phases: string, fault: TreesFault, ...expected: string[]]>([
  [
    'a problem is labelled application/json',
    'coverage,protocol',
    (usual) => {
      if (usual.status < 400) return usual;
      return { ...usual, headers: { ...usual.headers, 'Content-Type': 'application/json' } };
    },
    'createTree content_type_conformance',
    'deleteTree content_type_conformance',
    'listTrees content_type_conformance',
    'readTree content_type_conformance',
  ],
  [
    'Location is missing',
    'examples',
    on(({ method }, { status }) => method === 'POST' && status === 201, {
      ...created(),
      headers: {},
    }),
    'createTree response_headers_conformance',
  ],
  [
    'a deleted tree is still found',
    'examples,stateful',
    finds(/first-tree$|-[\da-f]{12}$/),
    'readTree link_conformance',
    'readTree unknown_resource_rejection',
  ],
  [
    'a tree that does not exist is deleted',
    'values',
    on(({ method }, { status }) => method === 'DELETE' && status === 404, { status: 204 }),
    'deleteTree unknown_resource_rejection',
  ],
  [
    'no key is needed',
    'protocol',
    on(({ method }, { status }) => method === 'POST' && status === 401, created()),
    'createTree ignored_auth',
  ],
  [
    'any key is accepted',
    'protocol',
    on(
      ({ method, headers }, { status }) =>
        method === 'POST' && status === 401 && headers['x-key'] !== undefined,
      created(),
    ),
    'createTree ignored_auth',
  ],
  [
    'the id is read from the query',
    'protocol',
    on(({ query }) => query.has('id'), problem(404)),
    'readTree positive_data_acceptance',
  ],
  [
    'two trees are mixed up when they are requested at the same time',
    'repetition',
    async (usual, { path }) => {
      if (usual.status !== 200 || !path.startsWith('/v1/trees/')) return usual;
      requestedPath = path;
      await new Promise((resolve) => setTimeout(resolve, 20));
      return { status: 200, body: treeOf(requestedPath.slice('/v1/trees/'.length)) };
    },
    'readTree response_consistency',
  ],
])('only the checks for a fault fail: %s', async (_, phases, fault, ...expected) => {
  const report = await verifyTrees(fault, '--phases', phases, ...bothIds);
  expect(failedChecks(report)).toEqual(expected);
});

test('finding an id in another case is a warning', async () => {
  const fault = finds(/\/FIRST-TREE$/);
  const report = await verifyTrees(fault, '--phases', 'values');
  expect(failedChecks(report)).toEqual([]);
  expect(report.warnings).toContain(
    'readTree: The server returned 200 for an id that does not exist. Recommended: 404.',
  );
});

test('rejecting a script with the declared status of a firewall is no violation', async () => {
  const fault = on(({ body }) => body.includes('<script>'), problem(403));
  expect(failedChecks(await verifyTrees(fault, '--phases', 'values'))).toEqual([]);
});
