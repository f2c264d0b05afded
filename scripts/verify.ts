import { writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { ContractError } from '../mock-api/contract/ContractError.ts';
import { loadContract } from '../mock-api/contract/loadContract.ts';
import { projectDirectory } from './paths.ts';
import { UnreachableFault } from './verify/createSender.ts';
import { describePlan } from './verify/dryRun.ts';
import { jsonReport } from './verify/jsonReport.ts';
import { junitReport } from './verify/junitReport.ts';
import { OptionFault, readOptions, type VerifyOptions } from './verify/readOptions.ts';
import { findings } from './verify/report.ts';
import { showProgress } from './verify/showProgress.ts';
import { terminalReport } from './verify/terminalReport.ts';
import { usage } from './verify/usage.ts';
import { verify } from './verify/verify.ts';

async function main(options: VerifyOptions | undefined): Promise<number> {
  if (!options) {
    console.log(usage);
    return 0;
  }
  const ownFile = relative(process.cwd(), join(projectDirectory, 'openapi.yaml'));
  const contract = await loadContract(options.contractFile ?? ownFile);
  const unknown = options.only.filter((name) => !contract.operations.some(({ id }) => id === name));
  if (unknown.length > 0) {
    const known = contract.operations.map(({ id }) => id).join(', ');
    throw new OptionFault(`The contract has no ${unknown.join(', ')}. It has ${known}.`);
  }
  if (options.dryRun) {
    console.log(describePlan(contract, options));
    return 0;
  }
  const progress = showProgress(process.stderr);
  const report = await verify(contract, options, progress.update).finally(progress.end);
  if (options.junit) await writeFile(options.junit, junitReport(report));
  if (options.json) await writeFile(options.json, jsonReport(report));
  console.log(terminalReport(report));
  return findings(report).length > 0 ? 1 : 0;
}

try {
  process.exitCode = await main(readOptions(process.argv.slice(2), process.env));
} catch (error) {
  process.exitCode = 2;
  console.error(describe(error));
}

/** What a person can mend as a sentence, anything else whole. */
function describe(error: unknown): unknown {
  if (error instanceof OptionFault) return `${error.message} See --help.`;
  if (error instanceof UnreachableFault) return `The backend cannot be reached. ${error.message}`;
  if (error instanceof ContractError) return error.faults.join('\n');
  const isFile = error instanceof Error && 'syscall' in error && 'path' in error;
  return isFile ? `A report could not be written: ${error.message}` : error;
}
