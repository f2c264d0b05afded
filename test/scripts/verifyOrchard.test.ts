import { describe, expect, test } from 'vitest';
import { loadContract } from '../../mock-api/contract/loadContract.ts';
import { type Orchard, startOrchard } from '../support/verifyOrchard.ts';
import { found, verifyAt } from '../support/verifyRun.ts';

const contract = await loadContract('test/support/verifyOrchard.yaml');

async function verifyOrchard(changed?: Partial<Orchard>) {
  const url = await startOrchard(changed);
  return verifyAt(contract, url, [
    '--allow-writes',
    '--max-writes',
    '1000',
    '--header',
    'X-Key: apple',
  ]);
}

test('a contract of other shapes is verified without a line of code', async () => {
  const report = await verifyOrchard();
  expect(found(report)).toEqual([]);
  expect(report.results.length).toBeGreaterThan(100);
});

test('links lead from what was planted to its end', async () => {
  const { results } = await verifyOrchard();
  const links = results.filter(({ test: { kind } }) => kind === 'link');
  expect(links.map(({ test: { what }, proved }) => [what, proved])).toEqual([
    ['The link "look" of plantTree is followed.', true],
    ['The link "fell" of plantTree is followed.', true],
    ['The link "gone" of fellTree is followed.', true],
  ]);
});

const faults: [string, Partial<Orchard>, ...string[]][] = [
  ['a limit of 51 is taken', { isLimit: () => true }, 'listTrees bad-data'],
  [
    'a limit of 50 is refused',
    { isLimit: (t) => /^[1-9]\d?$/.test(t) && Number(t) < 50 },
    'listTrees good-data',
  ],
  ['any order is taken', { isSort: () => true }, 'listTrees bad-data'],
  [
    'four rows are taken',
    { isRows: (texts) => texts.every((t) => /^-?\d+$/.test(t)) },
    'listTrees bad-data',
  ],
  ['any date is taken', { isDate: () => true }, 'listTrees bad-data'],
  ['the total is missing', { total: () => ({}) }, 'listTrees header'],
  ['the total is a word', { total: () => ({ 'X-Total': 'few' }) }, 'listTrees header'],
  [
    'a problem is plain JSON',
    { problemType: 'application/json' },
    'fellTree media-type',
    'listTrees media-type',
    'plantTree media-type',
    'readTree media-type',
  ],
  [
    'a slope of 0.25 is taken',
    {
      isPlace: ({ row, slope }) =>
        Number.isInteger(row) &&
        Number(row) > 0 &&
        Number(row) < 100 &&
        Number(slope) > 0 &&
        typeof slope === 'number',
    },
    'plantTree bad-data',
  ],
  [
    'a place may hold more',
    {
      isPlace: ({ row, slope }) =>
        Number.isInteger(row) &&
        Number(row) > 0 &&
        Number(row) < 100 &&
        Number(slope) > 0 &&
        typeof slope === 'number' &&
        slope % 0.5 === 0,
    },
    'plantTree bad-data',
  ],
  ['any origin is taken', { isOrigin: () => true }, 'plantTree bad-data'],
  [
    'a graft is refused',
    { isOrigin: ({ seed }) => /^[A-Z]{2}-\d{4}$/.test(String(seed)) },
    'plantTree good-data',
  ],
  [
    'null is refused as note',
    { isNote: (v) => v === undefined || (typeof v === 'string' && [...v].length <= 20) },
    'plantTree good-data',
  ],
  [
    'a label may come twice',
    {
      isLabels: (v) =>
        v === undefined ||
        (Array.isArray(v) &&
          v.length > 0 &&
          v.length < 4 &&
          v.every((l) => /^(old|rare|sick|sweet)$/.test(l))),
    },
    'plantTree bad-data',
  ],
  [
    'four labels are taken',
    {
      isLabels: (v) =>
        v === undefined ||
        (Array.isArray(v) &&
          v.length > 0 &&
          new Set(v).size === v.length &&
          v.every((l) => /^(old|rare|sick|sweet)$/.test(l))),
    },
    'plantTree bad-data',
  ],
  [
    'a text is taken for true',
    { isEvergreen: (v) => v === undefined || typeof v === 'boolean' || typeof v === 'string' },
    'plantTree bad-data',
  ],
  ['a seedling may hold more', { isClosed: false }, 'plantTree bad-data'],
  ['the place of a new tree is not told', { location: () => ({}) }, 'plantTree header'],
  [
    'an id is told as a text',
    { show: (tree) => ({ ...tree, id: String(tree.id) }) },
    'plantTree body',
    'readTree body',
  ],
  ['a felled tree stands', { fell: () => true }, 'readTree links'],
  ['no key is needed', { isKey: () => true }, 'fellTree credentials', 'plantTree credentials'],
  [
    'any key will do',
    { isKey: (key) => key !== undefined },
    'fellTree credentials',
    'plantTree credentials',
  ],
  ['the bell says something', { bell: { status: 200, body: 'ding' } }, 'ringBell status'],
];

describe('of an orchard with one fault, that one is found and named rightly', () => {
  test.each(faults)('%s', async (_, changed, ...expected) => {
    expect(found(await verifyOrchard(changed))).toEqual(expected);
  });
});
