import { writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { ContractError } from '../mock-api/contract/ContractError.ts';
import { loadContract } from '../mock-api/contract/load/loadContract.ts';
import { OptionError } from './command/OptionError.ts';
import { projectDirectory } from './paths.ts';
import { parseOptions, type VerifyOptions } from './verify/options.ts';
import { describePlan } from './verify/report/describePlan.ts';
import { jsonReport } from './verify/report/jsonReport.ts';
import { junitReport } from './verify/report/junitReport.ts';
import { uniqueFailures } from './verify/report/report.ts';
import { showProgress } from './verify/report/showProgress.ts';
import { terminalReport } from './verify/report/terminalReport.ts';
import { UnreachableError } from './verify/send/UnreachableError.ts';
import { usage } from './verify/usage.ts';
import { planRun, verify } from './verify/verify.ts';

/** Resolves to the exit code. */
async function main(options: VerifyOptions | undefined): Promise<number> {
  if (!options) {
    console.log(usage);
    return 0;
  }
  const ownContract = relative(process.cwd(), join(projectDirectory, 'openapi.yaml'));
  const contract = await loadContract(options.contractFile ?? ownContract);
  const operationIds = contract.operations.map(({ id }) => id);
  const unknown = options.only.find((name) => !operationIds.includes(name));
  if (unknown !== undefined) {
    throw new OptionError(`--only: expected one of ${operationIds.join(', ')}, got "${unknown}"`);
  }
  if (options.isDryRun) {
    console.log(describePlan(planRun(contract, options), options));
    return 0;
  }
  const progress = showProgress(process.stderr);
  const report = await verify(contract, options, progress.update).finally(progress.end);
  if (options.junitFile) await writeFile(options.junitFile, junitReport(report));
  if (options.jsonFile) await writeFile(options.jsonFile, jsonReport(report));
  console.log(terminalReport(report));
  return uniqueFailures(report).length > 0 ? 1 : 0;
}

try {
  process.exitCode = await main(parseOptions(process.argv.slice(2), process.env));
} catch (error) {
  process.exitCode = 2;
  console.error(describeError(error));
}

/** One sentence for an error that the user can fix, the whole error otherwise. */
function describeError(error: unknown): unknown {
  if (error instanceof OptionError) return `${error.message}. See --help.`;
  if (error instanceof UnreachableError) return error.message;
  if (error instanceof ContractError) return error.problems.join('\n');
  const isFileError = error instanceof Error && 'syscall' in error && 'path' in error;
  return isFileError ? `Could not write the report: ${error.message}` : error;
}
