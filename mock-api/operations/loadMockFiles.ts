import {
  type Contract,
  type ContractContext,
  ContractError,
  loadContractContext,
  readSource,
} from '#contract';
import { ownDataFile } from '../ownFiles.ts';
import { describeNames } from '../scenarios/describeNames.ts';
import { suffixes } from '../scenarios/expectedOutcome.ts';
import { keepUnchanged, type ScenarioSet } from '../scenarios/scenarioSet.ts';
import type { MockData } from './mockData.ts';
import { parseData } from './parseData.ts';

/** The content of the contract and the data file, which is replaced as a whole when one of them changes. */
export interface MockFiles {
  context: ContractContext;
  data: MockData;
}

/**
 * Loads the contract and the data file.
 * @param dataFile replaces the briefs and users of `data.yaml`, and its scenarios with the same id
 * @param previous the scenarios before a change of a file; unchanged ones keep their attempts
 * @param dataSetting the name of the setting of `dataFile` in errors
 * @throws {ContractError} with the file, the line and the reason of each problem in either file
 */
export async function loadMockFiles(
  contractFile: string,
  dataFile: string | undefined,
  previous?: ScenarioSet,
  dataSetting = 'MOCK_DATA',
): Promise<MockFiles> {
  const context = await loadContractContext(contractFile);
  requireOperations(context.contract);

  const data = await loadData(context.contract, dataFile, dataSetting);
  if (!previous) return { context, data };
  return { context, data: { ...data, scenarios: keepUnchanged(previous, data.scenarios) } };
}

/** Requires that the contract has the operations that the page calls. */
function requireOperations({ operations, file, lineOf }: Contract): void {
  const ids = operations.map(({ id }) => id);
  const missing = Object.values(suffixes).filter((id) => !ids.includes(id));
  if (missing.length === 0) return;

  const place = `${file}:${lineOf('/paths')}`;
  throw new ContractError(
    missing.map((id) => `${place} The mock needs the operation "${id}"; ${describeNames(ids)}.`),
  );
}

async function loadData(
  contract: Contract,
  dataFile: string | undefined,
  dataSetting: string,
): Promise<MockData> {
  const ownSource = await readSource('data.yaml', ownDataFile);
  if (dataFile === undefined) return parseData(ownSource, ownDataFile, contract);

  const own = parseData(ownSource, ownDataFile, contract, { onlyScenarios: true });
  const source = await readSource(dataSetting, dataFile);
  return parseData(source, dataFile, contract, { base: own.scenarios });
}
