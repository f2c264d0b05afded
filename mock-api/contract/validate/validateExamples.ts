import { ContractError } from '../ContractError.ts';
import type { Contract, Example, SchemaValidator } from '../contract.ts';

/**
 * Validates the examples of parameters, headers and bodies. Returns a sentence for each violation, which begins
 * with `file:line`.
 */
export function validateExamples(contract: Contract): string[] {
  const problems = new Set<string>();
  for (const { examples, validate } of contract.values) {
    for (const example of examples) {
      try {
        validateExample(example, validate);
      } catch (error) {
        if (!(error instanceof ContractError)) throw error;
        problems.add(error.message);
      }
    }
  }
  return [...problems];

  function validateExample({ name, pointer, value }: Example, validate: SchemaValidator) {
    for (const violation of validate(value)) {
      const line = contract.lineOf(pointer + violation.instancePath);
      const path = violation.instancePath.slice(1).replaceAll('/', '.');
      const subject = `${path === '' ? 'The' : `At "${path}", the`} example "${name}"`;
      const schemaLine = contract.lineOf(violation.pointer);
      problems.add(
        `${contract.file}:${line} ${subject} ${violation.reason} (schema: line ${schemaLine}).`,
      );
    }
  }
}
