import { describe, expect, test } from 'vitest';
import { loadContract } from '../../mock-api/contract/loadContract.ts';
import type { Flaw } from '../../scripts/bench/seeded/rightBackend.ts';
import { seededFaults } from '../../scripts/bench/seeded/seededFaults.ts';
import { backend, EDITOR, EVERYTHING, found, named, verifyAt } from '../support/verifyRun.ts';

const contract = await loadContract('openapi.yaml');

async function verifyBackend(flaw?: Flaw) {
  return verifyAt(contract, await backend(flaw), EVERYTHING, EDITOR);
}

test('a backend without a fault has none found in it, and everything is proven', async () => {
  const report = await verifyBackend();
  expect(found(report)).toEqual([]);
  expect(report.warnings).toEqual([]);
  expect(report.leftOut).toEqual([]);
});

describe('of a backend with one fault, that one is found and named rightly', () => {
  test('the table holds at least forty', () => {
    expect(seededFaults.length).toBeGreaterThanOrEqual(40);
  });

  test.each(seededFaults)('$operation: $name', async (fault) => {
    expect(found(await verifyBackend(fault))).toEqual(named(fault.operation, fault.checks));
  });
});
