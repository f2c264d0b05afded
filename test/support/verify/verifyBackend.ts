import { loadContract } from '../../../mock-api/contract/load/loadContract.ts';
import type { SeededFault } from '../../../scripts/faulty-backend/declareFaults.ts';
import type { Report } from '../../../scripts/verify/report/report.ts';
import { allWritesArguments, backendUrl, editorCredentials, runVerifier } from './runVerifier.ts';

const contract = await loadContract('openapi.yaml');

/** Runs the verifier with all cases against the reference backend, with a fault if one is given. */
export async function verifyBackend(fault?: SeededFault): Promise<Report> {
  const timeout = fault?.hangs ? ['--timeout', '2'] : [];
  const args = [...allWritesArguments, ...timeout];
  return runVerifier(contract, await backendUrl(fault), args, editorCredentials);
}
