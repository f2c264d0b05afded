import type { Contract } from './contract.ts';
import { createOperationMatcher } from './http/matchOperation.ts';
import { loadContract } from './load/loadContract.ts';
import { findSecretFields } from './secretFields.ts';
import { validateExamples } from './validate/validateExamples.ts';
import { createRequestValidator } from './validate/validateRequest.ts';
import { createResponseValidator } from './validate/validateResponse.ts';

/** A contract with everything that is derived from it alone. */
export interface ContractContext {
  contract: Contract;
  matchOperation: ReturnType<typeof createOperationMatcher>;
  validateRequest: ReturnType<typeof createRequestValidator>;
  validateResponse: ReturnType<typeof createResponseValidator>;
  /** Names of fields whose values must not be recorded. */
  secretFields: ReadonlySet<string>;
}

/**
 * Reads a contract and validates its examples. An invalid one becomes a warning.
 * @throws {ContractError} for an unusable file
 */
export async function loadContractContext(file: string): Promise<ContractContext> {
  const contract = await loadContract(file);
  return {
    contract: { ...contract, warnings: [...contract.warnings, ...validateExamples(contract)] },
    matchOperation: createOperationMatcher(contract),
    validateRequest: createRequestValidator(contract),
    validateResponse: createResponseValidator(contract),
    secretFields: findSecretFields(contract.document),
  };
}
