import { expect, test } from 'vitest';
import { loadContract } from '#contract';
import { startOrdinaryBackend } from '../../support/verifier/backends/startOrdinaryBackend.ts';
import {
  allWritesArguments,
  editorCredentials,
  failedChecks,
  runVerifier,
} from '../../support/verifier/runVerifier.ts';

const contract = await loadContract('openapi.yaml');

test.each(['express', 'fastify'] as const)(
  'the verifier reports nothing about a backend that was written with %s',
  async (name) => {
    const url = await startOrdinaryBackend[name]();
    const report = await runVerifier(contract, url, allWritesArguments, editorCredentials);
    expect(failedChecks(report)).toEqual([]);
    expect(report.untested).toEqual([]);
  },
);
