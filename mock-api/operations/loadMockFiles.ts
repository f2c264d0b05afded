import {
  type Contract,
  type ContractContext,
  loadContractContext,
  readSource,
} from '../../contract/index.ts';
import { ownDataFile } from '../ownFiles.ts';
import { keepUnchanged, type ScenarioSet } from '../scenarios/findScenario.ts';
import { isOwnContract } from './handlers.ts';
import type { MockData } from './mockData.ts';
import { parseData } from './parseData.ts';

/** The content of the mock's files. It is replaced as a whole when one of them changes. */
export interface MockFiles {
  context: ContractContext;
  data: MockData;
}

/**
 * @param dataFile replaces the briefs and users of `data.yaml`, and its scenarios with the same id
 * @param previous the scenarios before a change of a file: those that are still the same keep their attempts
 * @throws {ContractError} with the file, the line and the reason of each problem in either file
 */
export async function loadMockFiles(
  contractFile: string,
  dataFile: string | undefined,
  previous?: ScenarioSet,
): Promise<MockFiles> {
  const context = await loadContractContext(contractFile);
  const data = await loadData(context.contract, dataFile);
  if (!previous) return { context, data };
  return { context, data: { ...data, scenarios: keepUnchanged(previous, data.scenarios) } };
}

async function loadData(contract: Contract, dataFile: string | undefined): Promise<MockData> {
  const onlyScenarios = dataFile !== undefined;
  const own = isOwnContract(contract)
    ? parseData(await readSource('data.yaml', ownDataFile), ownDataFile, contract, {
        onlyScenarios,
      })
    : parseData('{}', '', contract);
  if (dataFile === undefined) return own;
  const source = await readSource('--data or MOCK_DATA', dataFile);
  return parseData(source, dataFile, contract, { base: own.scenarios });
}
