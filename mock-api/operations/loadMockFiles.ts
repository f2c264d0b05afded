import { readFile } from 'node:fs/promises';
import { ContractError } from '../contract/ContractError.ts';
import { type ContractContext, loadContractContext } from '../contract/contractContext.ts';
import type { MockData } from './mockData.ts';
import { parseData } from './parseData.ts';

/** The content of the mock's files. It is replaced as a whole when one of them changes. */
export interface MockFiles {
  context: ContractContext;
  data: MockData;
}

/** @throws {ContractError} with the file, the line and the reason of each problem in either file */
export async function loadMockFiles(contractFile: string, dataFile: string): Promise<MockFiles> {
  const context = await loadContractContext(contractFile);
  const source = await readFile(dataFile, 'utf8').catch((cause) => {
    throw new ContractError([`${dataFile}:1 The file cannot be read.`], { cause });
  });
  return { context, data: parseData(source, dataFile, context.contract) };
}
