import { expect, test } from 'vitest';
import { loadContract } from '#contract';
import { longTestTimeoutMs } from '../timeouts.ts';
import {
  isNginxInstalled,
  ordinaryBackends,
  startExpress,
} from './fixtures/backends/ordinaryBackends.ts';
import { startNginx } from './fixtures/backends/startNginx.ts';
import {
  allWritesArguments,
  editorCredentials,
  failedChecks,
  runVerifier,
  runVerifyCommandHere,
} from './fixtures/runVerifier.ts';

const contract = await loadContract('openapi.yaml');

for (const { name, isInstalled, start, only = '' } of ordinaryBackends) {
  test.skipIf(!isInstalled)(
    `the verifier reports nothing about a conforming backend: ${name}`,
    async () => {
      const url = await start();
      const args = only === '' ? allWritesArguments : [...allWritesArguments, '--only', only];
      const report = await runVerifier(contract, url, args, editorCredentials);
      expect(failedChecks(report)).toEqual([]);
      expect(report.untested).toEqual([]);
      expect(report.run.sentCount).toBeLessThan(530);
    },
    longTestTimeoutMs,
  );
}

test.skipIf(!isNginxInstalled)('the limit of nginx is one failure that names --rate', async () => {
  const limit = 'limit_req zone=clients burst=20 nodelay;';
  const url = await startNginx(await startExpress(), { limit });
  const args = [url, ...allWritesArguments, '--rate', '1000'];
  const { exitCode, stdout } = await runVerifyCommandHere(args, editorCredentials);
  expect(exitCode).toBe(1);
  expect(stdout).toMatch(/^1 failure: /m);
  expect(stdout).toMatch(/hint .*--rate .*limit/);
});
