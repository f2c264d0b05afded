import { ContractError } from '../ContractError.ts';
import type { Contract, Example, SchemaViolation } from '../contract.ts';

/**
 * Validates the examples of parameters, headers and bodies. Returns a sentence for each violation, which begins
 * with `file:line`.
 */
export function validateExamples(contract: Contract): string[] {
  const problems = new Set<string>();
  for (const { examples, validate } of contract.values) {
    for (const example of examples) {
      try {
        for (const it of validate(example.value)) problems.add(describe(example, it));
      } catch (error) {
        if (!(error instanceof ContractError)) throw error;
        problems.add(error.message);
      }
    }
  }
  return [...problems];

  function describe(example: Example, { instancePath, reason, pointer }: SchemaViolation): string {
    const path = instancePath.slice(1).replaceAll('/', '.');
    const subject = `${path === '' ? 'The' : `At "${path}", the`} example "${example.name}"`;
    const line = contract.lineOf(example.pointer + instancePath);
    const schemaLine = contract.lineOf(pointer);
    return `${contract.file}:${line} ${subject} ${reason} (schema: line ${schemaLine}).`;
  }
}
