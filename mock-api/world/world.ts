import { createRequestCheck } from '../contract/checkRequest.ts';
import { createResponseCheck } from '../contract/checkResponse.ts';
import type { Contract } from '../contract/contract.ts';
import { createMatcher } from '../contract/matchOperation.ts';
import { findSecretNames } from '../journal/maskSecrets.ts';
import type { MockData } from './loadData.ts';

/** Everything that comes from files. It is replaced as a whole when a file changes. */
export interface World {
  contract: Contract;
  data: MockData;
  /** Fields that must not be written down. */
  secretNames: ReadonlySet<string>;
  matchOperation: ReturnType<typeof createMatcher>;
  checkRequest: ReturnType<typeof createRequestCheck>;
  checkResponse: ReturnType<typeof createResponseCheck>;
}

export function createWorld(contract: Contract, data: MockData): World {
  return {
    contract,
    data,
    secretNames: findSecretNames(contract.document),
    matchOperation: createMatcher(contract),
    checkRequest: createRequestCheck(contract),
    checkResponse: createResponseCheck(contract),
  };
}
