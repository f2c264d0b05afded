import { loadContract } from '../../mock-api/contract/index.ts';
import { startObserver } from '../../mock-api/observer/startObserver.ts';
import { runCommand } from '../command/runCommand.ts';
import { faults } from '../reference-backend/faults.ts';
import {
  type BackendOptions,
  startReferenceBackend,
} from '../reference-backend/startReferenceBackend.ts';
import { knownBriefId, knownUser } from '../reference-backend/state.ts';
import { variants } from '../reference-backend/variants.ts';
import { parseOptions } from '../verify/options.ts';
import { verify } from '../verify/testBackend.ts';

const usage = `Usage: npm run bench -- verify [options]

Sends the requests of the verifier through the observer to the reference backend: in its variants that conform, of
which nothing may be reported, and with each of its ${faults.length} faults. Prints the faults that the observer does not report.

Options:
  -h, --help    show this help`;

export function run(args: string[]): Promise<void> {
  return runCommand({ usage, args }, async () => {
    for (const [name, create] of Object.entries(variants)) {
      const violations = await observe({ create });
      for (const violation of violations)
        console.log(`FALSE   a backend that ${name}: ${violation}`);
      if (violations.length > 0) process.exitCode = 1;
    }
    let reported = 0;
    for (const fault of faults) {
      const { operation, check, name } = fault;
      if ((await observe(fault)).length > 0) reported += 1;
      else console.log(`unseen  ${operation}: ${check}: ${name}`);
    }
    console.log(`The observer reports ${reported} of ${faults.length} faults.`);
  });
}

const contractFile = 'scripts/reference-backend/contract.yaml';
const contract = await loadContract(contractFile);

/** Resolves to the violations in responses that the observer records during a verification. */
async function observe(change: BackendOptions['change']): Promise<string[]> {
  const backend = await startReferenceBackend({ change });
  const observer = await startObserver({
    backend: new URL(backend.url),
    port: 0,
    contractFile,
    responseTimeoutMs: 1_000,
  });
  try {
    const args = ['--allow-writes', '--brief', knownBriefId, '--rate', '100000', '--timeout', '1'];
    const { username: VERIFY_USER, password: VERIFY_PASSWORD } = knownUser;
    const options = parseOptions([observer.url, ...args], { VERIFY_USER, VERIFY_PASSWORD });
    if (!options) throw new Error('Unexpected --help.');
    await verify(contract, options);
    const entries = await observer.journal.waitForEntries(
      { ended: true },
      { count: observer.journal.list().length, timeoutMs: 60_000 },
    );
    return entries.flatMap(({ operation, violations }) =>
      violations
        .filter(({ rule }) => rule.startsWith('response'))
        .map(({ message }) => `${operation}: ${message}`),
    );
  } finally {
    await observer.close();
    await backend.close();
  }
}
