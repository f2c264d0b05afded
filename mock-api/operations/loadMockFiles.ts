import { type ContractContext, loadContractContext, readSource } from '../contract/index.ts';
import { ownDataFile } from '../ownFiles.ts';
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
 * @throws {ContractError} with the file, the line and the reason of each problem in either file
 */
export async function loadMockFiles(
  contractFile: string,
  dataFile: string | undefined,
): Promise<MockFiles> {
  const context = await loadContractContext(contractFile);
  const { contract } = context;
  const onlyScenarios = dataFile !== undefined;
  const own = isOwnContract(contract)
    ? parseData(await readSource('data.yaml', ownDataFile), ownDataFile, contract, {
        onlyScenarios,
      })
    : parseData('{}', '', contract);
  if (dataFile === undefined) return { context, data: own };
  const source = await readSource('--data or MOCK_DATA', dataFile);
  return { context, data: parseData(source, dataFile, contract, { base: own.scenarios }) };
}
