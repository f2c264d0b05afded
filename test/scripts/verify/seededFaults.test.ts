import { describe, expect, test } from 'vitest';
import { loadContract } from '../../../mock-api/contract/load/loadContract.ts';
import type { SeededFault } from '../../../scripts/faulty-backend/declareFaults.ts';
import { seededFaults } from '../../../scripts/faulty-backend/seededFaults.ts';
import {
  allWritesArguments,
  backendUrl,
  checksOf,
  editorCredentials,
  failedChecks,
  runVerifier,
} from '../../support/verify/runVerifier.ts';

const contract = await loadContract('openapi.yaml');

async function verifyBackend(fault?: SeededFault) {
  const timeout = fault?.hangs ? ['--timeout', '2'] : [];
  const args = [...allWritesArguments, ...timeout];
  return runVerifier(contract, await backendUrl(fault), args, editorCredentials);
}

test('the reference backend passes every check without warnings or skipped cases', async () => {
  const report = await verifyBackend();
  expect(failedChecks(report)).toEqual([]);
  expect(report.warnings).toEqual([]);
  expect(report.skipped).toEqual([]);
});

describe('a backend with one seeded fault fails only the checks for it', () => {
  test('there are at least forty seeded faults', () => {
    expect(seededFaults.length).toBeGreaterThanOrEqual(40);
  });

  test.each(seededFaults)('$operation: $name', async (fault) => {
    expect(failedChecks(await verifyBackend(fault))).toEqual(
      checksOf(fault.operation, fault.checks),
    );
  });
});
