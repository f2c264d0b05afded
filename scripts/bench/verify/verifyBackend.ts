import { loadContract } from '../../../mock-api/contract/index.ts';
import type { Fault } from '../../reference-backend/faults/fault.ts';
import { startReferenceBackend } from '../../reference-backend/startReferenceBackend.ts';
import { knownBriefId, knownUser } from '../../reference-backend/state.ts';
import { parseOptions } from '../../verify/options.ts';
import { type Report, uniqueFailures } from '../../verify/report/report.ts';
import { verify } from '../../verify/verify.ts';

/** Resolves to what a tool reports for the reference backend with a change, one sentence for each violation. */
export type Tool = (change: Pick<Fault, 'create'> & Partial<Fault>) => Promise<string[]>;

export const contractFile = 'scripts/reference-backend/contract.yaml';
const contract = await loadContract(contractFile);

const writes = ['--allow-writes', '--max-writes', '1000', '--rate', '100000'];
const credentials = { VERIFY_USER: knownUser.username, VERIFY_PASSWORD: knownUser.password };

/** Starts the backend with a change, runs a tool against it and stops it. */
export async function onBackend<Result>(
  change: Parameters<Tool>[0],
  tool: (url: string) => Promise<Result>,
): Promise<Result> {
  const backend = await startReferenceBackend({ change });
  try {
    return await tool(backend.url);
  } finally {
    await backend.close();
  }
}

export const verifyBackend: Tool = (change) =>
  onBackend(change, async (url) =>
    uniqueFailures(await verifyUrl(url)).map(
      ({ operation, check, message, result }) =>
        `${operation}: ${check}: ${message} (${result.testCase.description})`,
    ),
  );

export function verifyUrl(url: string): Promise<Report> {
  const all = [url, ...writes, '--brief', knownBriefId, '--timeout', '1'];
  const options = parseOptions(all, credentials);
  if (!options) throw new Error('Unexpected --help.');
  return verify(contract, options);
}
