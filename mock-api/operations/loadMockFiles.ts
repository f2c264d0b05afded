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
 * @param dataFile by default `data.yaml` for this product's contract, else none
 * @throws {ContractError} with the file, the line and the reason of each problem in either file
 */
export async function loadMockFiles(
  contractFile: string,
  dataFile: string | undefined,
): Promise<MockFiles> {
  const context = await loadContractContext(contractFile);
  const file = dataFile ?? (isOwnContract(context.contract) ? ownDataFile : '');
  const source = file === '' ? '{}' : await readSource('--data or MOCK_DATA', file);
  return { context, data: parseData(source, file, context.contract) };
}
