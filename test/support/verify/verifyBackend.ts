import { loadContract } from '../../../mock-api/contract/load/loadContract.ts';
import type { SeededFault } from '../../../scripts/faulty-backend/declareFaults.ts';
import type { Report } from '../../../scripts/verify/report/report.ts';
import { allWritesArguments, backendUrl, editorCredentials, runVerifier } from './runVerifier.ts';

const contract = await loadContract('openapi.yaml');

/**
 * Runs the verifier against the reference backend: with all cases, or with a fault and the cases of its
 * operation.
 */
export async function verifyBackend(fault?: SeededFault): Promise<Report> {
  const phases = fault?.phases ?? ['examples', 'coverage', 'protocol', 'stateful'];
  const only = fault ? ['--only', fault.operation, '--phases', phases.join()] : [];
  const timeout = fault?.hangs ? ['--timeout', '2'] : [];
  const args = [...allWritesArguments, ...only, ...timeout];
  return runVerifier(contract, await backendUrl(fault), args, editorCredentials);
}
