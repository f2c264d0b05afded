import { createIsSecret } from './createIsSecret.ts';
import { createOperationMatcher } from './http/createOperationMatcher.ts';
import { loadContract } from './load/loadContract.ts';
import { createRequestValidator } from './validate/createRequestValidator.ts';
import { createResponseValidator } from './validate/createResponseValidator.ts';

/** A contract with everything that is derived from it alone. */
export type ContractContext = Awaited<ReturnType<typeof loadContractContext>>;

/**
 * Reads a contract.
 * @throws {ContractError} for an unusable file
 */
export async function loadContractContext(file: string) {
  const contract = await loadContract(file);
  return {
    contract,
    matchOperation: createOperationMatcher(contract),
    validateRequest: createRequestValidator(contract),
    validateResponse: createResponseValidator(contract),
    isSecret: createIsSecret(contract),
  };
}
