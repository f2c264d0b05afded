import { loadContract } from '../../mock-api/contract/index.ts';
import { startObserver } from '../../mock-api/observer/startObserver.ts';
import { runCommand } from '../command/runCommand.ts';
import { faults } from '../reference-backend/faults.ts';
import {
  type BackendOptions,
  startReferenceBackend,
} from '../reference-backend/startReferenceBackend.ts';
import { knownBriefId, knownUser } from '../reference-backend/state.ts';
import { parseOptions } from '../verify/options.ts';
import { verifyBackend } from '../verify/verifyBackend.ts';

const usage = `Usage: npm run bench -- verify [options]

Sends the requests of the verifier through the observer to the reference backend with each of its ${faults.length} faults. Prints
the faults that the observer does not report.

Options:
  -h, --help    show this help`;

export function run(args: string[]): Promise<void> {
  return runCommand({ usage, args }, async () => {
    let reported = 0;
    for (const fault of faults) {
      const { operation, check, name } = fault;
      if (await isReported(fault)) reported += 1;
      else console.log(`unseen  ${operation}: ${check}: ${name}`);
    }
    console.log(`The observer reports ${reported} of ${faults.length} faults.`);
  });
}

const contractFile = 'scripts/reference-backend/contract.yaml';
const contract = await loadContract(contractFile);

/** Whether the observer records a violation in a response during a verification. */
async function isReported(change: BackendOptions['change']): Promise<boolean> {
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
    await verifyBackend(contract, options);
    const entries = await observer.journal.waitForEntries(
      { ended: true },
      { count: observer.journal.list().length, timeoutMs: 60_000 },
    );
    return entries.some(({ violations }) =>
      violations.some(({ rule }) => rule.startsWith('response')),
    );
  } finally {
    await observer.close();
    await backend.close();
  }
}
