import { loadContract } from '../../mock-api/contract/load/loadContract.ts';
import { runCommand } from '../command/runCommand.ts';
import type { SeededFault } from '../faulty-backend/declareFaults.ts';
import { seededFaults } from '../faulty-backend/seededFaults.ts';
import { startBackend } from '../faulty-backend/startBackend.ts';
import { parseOptions } from '../verify/options.ts';
import { uniqueFailures } from '../verify/report/report.ts';
import { verify } from '../verify/verify.ts';
import { runRespect } from './peers/runRespect.ts';
import { hasPrismViolation, startPrismProxy } from './peers/startPrismProxy.ts';
import { startSwitchableProxy } from './peers/startSwitchableProxy.ts';

const verifyArguments = [
  ...['--allow-writes', '--max-writes', '1000', '--brief', 'daily-harvest'],
  ...['--rate', '100000'],
];
const credentials = { VERIFY_USER: 'editor', VERIFY_PASSWORD: 'correct horse' };

const usage = `Usage: npm run bench -- verify

Compares the verifier, Redocly's respect and Prism's proxy by the seeded faults that each detects.

Options:
  -h, --help    show this help`;

export function run(args: string[]): Promise<void> {
  return runCommand({ usage, args }, compareVerifiers);
}

/** Compares the verifier, Redocly's `respect` and Prism's proxy by the seeded faults that each detects. */
async function compareVerifiers(): Promise<void> {
  const contract = await loadContract('openapi.yaml');
  const route = await startSwitchableProxy();
  const prism = await startPrismProxy(route.url);

  async function testBackend(fault?: SeededFault) {
    const backend = await startBackend(fault);
    const report = await verifyUrl(backend.url, fault);
    const failures = uniqueFailures(report).map(({ operation, check }) => `${operation} ${check}`);
    const respect = (await runRespect(backend.url)) ? 'detected' : '';
    // Prism's proxy sends no requests of its own, so it receives the verifier's.
    route.setBackend(backend.url);
    const proxied = await verifyUrl(prism.url, fault).catch(() => undefined);
    const hasViolation = proxied?.results.some(({ result }) => hasPrismViolation(result));
    const proxy = (await prism.restartIfCrashed()) ? 'crashed' : hasViolation ? 'detected' : '';
    await backend.close();
    return { failures: [...new Set(failures)], respect, proxy };
  }

  function verifyUrl(url: string, fault?: SeededFault) {
    const timeout = fault?.hangs ? ['--timeout', '2'] : [];
    const options = parseOptions([url, ...verifyArguments, ...timeout], credentials);
    if (!options) throw new Error('Unexpected --help.');
    return verify(contract, options);
  }

  const reference = await testBackend();
  console.log('Reference backend:', reference);
  const rows: Record<string, object> = {};
  const detected = { verify: 0, respect: 0, prism: 0 };
  for (const fault of seededFaults) {
    const { failures, respect, proxy } = await testBackend(fault);
    const expected = fault.checks.map((check) => `${fault.operation} ${check}`);
    const isDetected =
      failures.length === expected.length && expected.every((name) => failures.includes(name));
    detected.verify += Number(isDetected);
    detected.respect += Number(respect === 'detected');
    detected.prism += Number(proxy === 'detected');
    rows[`${fault.operation}: ${fault.name}`] = {
      verify: isDetected ? fault.checks.join(', ') : `WRONG: ${failures.join(', ')}`,
      respect,
      'prism proxy': proxy,
    };
  }
  console.table(rows);
  console.log(`Detected of ${seededFaults.length} seeded faults:`, detected);
  await prism.close();
  await route.close();
  const isAsExpected = reference.failures.length === 0 && detected.verify === seededFaults.length;
  process.exitCode = isAsExpected ? 0 : 1;
}
