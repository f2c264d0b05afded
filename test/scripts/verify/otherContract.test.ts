import { describe, expect, test } from 'vitest';
import { loadContract } from '../../../mock-api/contract/load/loadContract.ts';
import { failedChecks, runVerifier } from '../../support/verify/runVerifier.ts';
import { startTreesBackend, type TreesRules } from '../../support/verify/startTreesBackend.ts';

const contract = await loadContract('test/support/verify/trees.yaml');

async function verifyTreesBackend(changedRules?: Partial<TreesRules>, phases?: string) {
  const url = await startTreesBackend(changedRules);
  return runVerifier(contract, url, [
    '--allow-writes',
    '--max-writes',
    '1000',
    '--header',
    'X-Key: test-key',
    ...(phases === undefined ? [] : ['--phases', phases]),
  ]);
}

test('a backend is verified against another contract without extra code', async () => {
  const report = await verifyTreesBackend();
  expect(failedChecks(report)).toEqual([]);
  expect(report.results.length).toBeGreaterThan(100);
});

test('links are followed from a created tree to its deletion', async () => {
  const { results } = await verifyTreesBackend({}, 'stateful');
  const links = results.filter(({ testCase: { kind } }) => kind === 'link');
  expect(links.map(({ testCase: { description }, status }) => [description, status])).toEqual([
    ['The link "read" of createTree.', 'passed'],
    ['The link "delete" of createTree.', 'passed'],
    ['The link "readDeleted" of deleteTree.', 'passed'],
  ]);
});

const faults: [string, Partial<TreesRules>, ...string[]][] = [
  ['a limit of 51 is accepted', { isLimit: () => true }, 'listTrees negative_data_rejection'],
  [
    'a limit of 50 is rejected',
    { isLimit: (t) => /^[1-9]\d?$/.test(t) && Number(t) < 50 },
    'listTrees positive_data_acceptance',
  ],
  ['any sort order is accepted', { isSort: () => true }, 'listTrees negative_data_rejection'],
  [
    'four rows are accepted',
    { isRows: (texts) => texts.every((t) => /^-?\d+$/.test(t)) },
    'listTrees negative_data_rejection',
  ],
  ['any date is accepted', { isDate: () => true }, 'listTrees negative_data_rejection'],
  ['X-Total is missing', { totalHeader: () => ({}) }, 'listTrees response_headers_conformance'],
  [
    'X-Total is not a number',
    { totalHeader: () => ({ 'X-Total': 'few' }) },
    'listTrees response_headers_conformance',
  ],
  [
    'a problem is labelled application/json',
    { problemType: 'application/json' },
    'createTree content_type_conformance',
    'deleteTree content_type_conformance',
    'listTrees content_type_conformance',
    'readTree content_type_conformance',
  ],
  [
    'a distance of 0.25 is accepted',
    {
      isPosition: ({ row, distance }) =>
        Number.isInteger(row) &&
        Number(row) > 0 &&
        Number(row) < 100 &&
        Number(distance) > 0 &&
        typeof distance === 'number',
    },
    'createTree negative_data_rejection',
  ],
  [
    'an unknown property of position is accepted',
    {
      isPosition: ({ row, distance }) =>
        Number.isInteger(row) &&
        Number(row) > 0 &&
        Number(row) < 100 &&
        Number(distance) > 0 &&
        typeof distance === 'number' &&
        distance % 0.5 === 0,
    },
    'createTree negative_data_rejection',
  ],
  ['any origin is accepted', { isOrigin: () => true }, 'createTree negative_data_rejection'],
  [
    'an origin with parentId is rejected',
    { isOrigin: ({ seedLot }) => /^[A-Z]{2}-\d{4}$/.test(String(seedLot)) },
    'createTree positive_data_acceptance',
  ],
  [
    'null is rejected as note',
    { isNote: (v) => v === undefined || (typeof v === 'string' && [...v].length <= 20) },
    'createTree positive_data_acceptance',
  ],
  [
    'a duplicate label is accepted',
    {
      isLabels: (v) =>
        v === undefined ||
        (Array.isArray(v) &&
          v.length > 0 &&
          v.length < 4 &&
          v.every((l) => /^(old|rare|sick|sweet)$/.test(l))),
    },
    'createTree negative_data_rejection',
  ],
  [
    'four labels are accepted',
    {
      isLabels: (v) =>
        v === undefined ||
        (Array.isArray(v) &&
          v.length > 0 &&
          new Set(v).size === v.length &&
          v.every((l) => /^(old|rare|sick|sweet)$/.test(l))),
    },
    'createTree negative_data_rejection',
  ],
  [
    'a string is accepted as boolean',
    { isEvergreen: (v) => v === undefined || typeof v === 'boolean' || typeof v === 'string' },
    'createTree negative_data_rejection',
  ],
  [
    'an unknown property is accepted',
    { allowsUnknownProperties: true },
    'createTree negative_data_rejection',
  ],
  [
    'Location is missing',
    { locationHeader: () => ({}) },
    'createTree response_headers_conformance',
  ],
  [
    'an id is returned as a string',
    { serialize: (tree) => ({ ...tree, id: String(tree.id) }) },
    'createTree response_schema_conformance',
    'readTree response_schema_conformance',
  ],
  [
    'a deleted tree is still found',
    { deleteTree: () => true },
    'readTree link_conformance',
    'readTree unknown_resource_rejection',
  ],
  ['no key is needed', { isKey: () => true }, 'createTree ignored_auth', 'deleteTree ignored_auth'],
  [
    'any key is accepted',
    { isKey: (key) => key !== undefined },
    'createTree ignored_auth',
    'deleteTree ignored_auth',
  ],
  [
    'a ping returns a body',
    { ping: { status: 200, body: 'pong' } },
    'ping status_code_conformance',
  ],
];

describe('a backend with one fault fails only the checks for it', () => {
  test.each(faults)('%s', async (_, changedRules, ...expected) => {
    const isAboutCredentials = expected.some((name) => name.includes('ignored_auth'));
    const phases = isAboutCredentials ? 'protocol' : 'examples,coverage,stateful';
    expect(failedChecks(await verifyTreesBackend(changedRules, phases))).toEqual(expected);
  });
});
