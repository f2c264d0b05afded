import { describe, expect, test } from 'vitest';
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
  const report = await verifyTrees(undefined, '--thorough', '--fuzz', '50', ...bothIds);
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

type Tree = TreesRequest['tree'];

/** Accepts some of the trees that the contract forbids. */
const accepts = (matches: (tree: Tree) => boolean) =>
  on(({ tree }, { status }) => status === 400 && matches(tree), created());

const rejects = (matches: (tree: Tree) => boolean) =>
  on(({ method, tree }) => method === 'POST' && matches(tree), problem(400));

/** Lists trees with some of the queries that the contract forbids. */
const lists = (matches: (query: URLSearchParams) => boolean) =>
  on(({ path, query }, { status }) => path === '/v1/trees' && status === 400 && matches(query), {
    status: 200,
    headers: { 'X-Total': '0' },
    body: [],
  });

/** Finds a tree with some other ids. */
const finds = (pattern: RegExp) =>
  on(({ method, path }) => method === 'GET' && pattern.test(path), {
    status: 200,
    body: treeOf(treeIds[0]),
  });

const withTotal = (headers: Record<string, string>): TreesFault =>
  on(({ method, path }, { status }) => method === 'GET' && path === '/v1/trees' && status === 200, {
    status: 200,
    headers,
    body: [],
  });

const negative = 'negative_data_rejection';
const properties = 'name position origin note labels evergreen planted watered'.split(' ');
const isKnown = (name: string) => properties.includes(name);
const text = (value: unknown, pattern: RegExp) => typeof value === 'string' && pattern.test(value);
const positionOf = ({ position }: Tree) => Object(position);
let requestedPath = '';

type Row = [description: string, fault: TreesFault, ...expected: string[]];

const inQueries: Row[] = [
  ['a limit of 51 is accepted', lists((query) => query.get('limit') === '51'), negative],
  ['any sort order is accepted', lists((query) => query.has('sort')), negative],
  ['four rows are accepted', lists((query) => query.getAll('row').length > 3), negative],
  ['any date is accepted', lists((query) => query.has('planted[from]')), negative],
  [
    'a limit of 50 is rejected',
    on(({ query }) => query.get('limit') === '50', problem(400)),
    'positive_data_acceptance',
  ],
  [
    'a parameter cannot be repeated',
    on(({ query }) => query.getAll('limit').length > 1, problem(500)),
    'not_a_server_error',
  ],
  ['X-Total is missing', withTotal({}), 'response_headers_conformance'],
  ['X-Total is no number', withTotal({ 'X-Total': 'few' }), 'response_headers_conformance'],
];

const inTrees: Row[] = [
  ['a distance of 0.25 is accepted', accepts((tree) => positionOf(tree).distance % 0.5 > 0)],
  [
    'an unknown property of position is accepted',
    accepts((tree) => Object.keys(positionOf(tree)).length > 2),
  ],
  ['any origin is accepted', accepts(({ origin }) => origin instanceof Object)],
  [
    'a duplicate label is accepted',
    accepts(({ labels }) => Array.isArray(labels) && new Set(labels).size < labels.length),
  ],
  ['four labels are accepted', accepts(({ labels }) => Array.isArray(labels) && labels.length > 3)],
  ['an unknown property is accepted', accepts((tree) => !Object.keys(tree).every(isKnown))],
  [
    'a number or boolean is accepted as a text',
    accepts(({ name }) => typeof name === 'number' || typeof name === 'boolean'),
  ],
  ['an object is accepted as a text', accepts(({ name }) => name instanceof Object)],
  ['a text is accepted as an integer', accepts((tree) => text(positionOf(tree).row, /^\d+$/))],
  ['a text is accepted as a boolean', accepts(({ evergreen }) => evergreen === 'true')],
  ['null is accepted as a boolean', accepts(({ evergreen }) => evergreen === null)],
  ['an item is accepted as an array', accepts(({ labels }) => labels === 'old')],
  ['an enum is accepted in upper case', accepts(({ labels }) => `${labels}` === 'OLD')],
  ['a day that the calendar lacks is accepted', accepts((tree) => text(tree.planted, /^\S{10}$/))],
  ['a date with a time is accepted', accepts((tree) => text(tree.planted, /^\S{10}T/))],
  ['a time without an offset is accepted', accepts((tree) => text(tree.watered, /T[\d:]+$/))],
].map(([description, fault]) => [description, fault, 'negative_data_rejection'] as Row);

describe('a backend with one fault fails only the checks for it:', () => {
  async function checksOf(fault: TreesFault, ...args: string[]) {
    return failedChecks(await verifyTrees(fault, ...args, ...bothIds));
  }

  test.each(inQueries)('%s', async (_, fault, check) => {
    const args = ['--only', 'listTrees', '--phases', 'coverage'];
    expect(await checksOf(fault, ...args)).toEqual([`listTrees ${check}`]);
  });

  test.each(inTrees)('%s', async (_, fault, check) => {
    const args = ['--only', 'createTree', '--phases', 'coverage'];
    expect(await checksOf(fault, ...args)).toEqual([`createTree ${check}`]);
  });

  test.each<[description: string, phases: string, fault: TreesFault, ...expected: string[]]>([
    [
      'null is rejected as note',
      'coverage',
      rejects(({ note }) => note === null),
      'createTree positive_data_acceptance',
    ],
    [
      'an origin with parentId is rejected',
      'coverage',
      rejects(({ origin }) => 'parentId' in Object(origin)),
      'createTree positive_data_acceptance',
    ],
    [
      'an offset of a time is rejected',
      'coverage',
      rejects(({ watered }) => text(watered, /\+/)),
      'createTree positive_data_acceptance',
    ],
    [
      'a lone surrogate in any property is a server error',
      'protocol',
      on(({ body }) => /"name":"[^"]*\\ud800/.test(body), problem(500)),
      'createTree not_a_server_error',
    ],
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
      'a label is returned in upper case',
      'examples',
      on(({ method }, { status }) => method === 'POST' && status === 201, {
        ...created({ ...treeOf(''), labels: ['OLD'] }),
      }),
      'createTree response_schema_conformance',
    ],
    [
      'a deleted tree is still found',
      'examples,stateful',
      finds(/first-tree$|-[\da-f]{12}$/),
      'readTree link_conformance',
      'readTree unknown_resource_rejection',
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
      'a ping returns a body',
      'examples',
      on(({ path }) => path === '/v1/ping', { status: 200, body: 'pong' }),
      'ping status_code_conformance',
    ],
    [
      'the id is read from the query',
      'protocol',
      on(({ query }) => query.has('id'), problem(404)),
      'readTree positive_data_acceptance',
    ],
    [
      'an id with the suffix of a format is found',
      'values',
      finds(/first-tree\.json$/),
      'readTree unknown_resource_rejection',
    ],
    [
      'an id and a dot is found',
      'values',
      finds(/first-tree\.$/),
      'readTree unknown_resource_rejection',
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
  ])('%s', async (_, phases, fault, ...expected) => {
    expect(await checksOf(fault, '--phases', phases)).toEqual(expected);
  });
});

test('finding an id in another case is a warning', async () => {
  const fault = finds(/\/FIRST-TREE$/);
  const report = await verifyTrees(fault, '--phases', 'values');
  console.log(
    report.results
      .filter((r) => r.failures.length)
      .slice(0, 2)
      .map((r) =>
        JSON.stringify([r.testCase.description, r.failures.map((f) => f.message), r.curl()]),
      )
      .join('\n'),
  );
  expect(failedChecks(report)).toEqual([]);
  expect(report.warnings).toContain(
    'readTree: The server returned 200 for an id that does not exist. Recommended: 404.',
  );
});

test('rejecting a script with the declared status of a firewall is no violation', async () => {
  const fault = on(({ body }) => body.includes('<script>'), problem(403));
  expect(failedChecks(await verifyTrees(fault, '--phases', 'values'))).toEqual([]);
});
