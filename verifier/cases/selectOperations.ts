import { type Contract, type Operation, shorten } from '#contract';
import { propertiesOf } from '../checks/propertiesOf.ts';
import { InputError } from '../InputError.ts';
import type { VerifyOptions } from '../model.ts';

/** Returns the operations to test: those of the options, or all. */
export function selectOperations({ contract, only }: VerifyOptions): readonly Operation[] {
  return contract.operations.filter(({ id }) => only.length === 0 || only.includes(id));
}

/**
 * Checks that each existing value of the options fits a parameter or a property.
 * @throws {InputError} for a value that no request would have
 */
export function requireUsedValues({ contract, existingValues }: VerifyOptions): void {
  for (const [name, value] of existingValues) {
    const schemas = findSchemas(contract, name);
    if (schemas.length === 0)
      throw new InputError(
        `--brief and --value: no operation has a parameter or a property "${name}"`,
      );
    if (schemas.some((pointer) => accepts(contract, pointer, value))) continue;

    const text = `no operation takes "${shorten(value)}" for "${name}"`;
    throw new InputError(`--brief and --value: ${text}`);
  }
}

/** Finds the schemas of the parameters and properties with a name; undefined for a parameter that has none. */
function findSchemas(contract: Contract, name: string): (string | undefined)[] {
  return contract.operations.flatMap(({ parameters, requestBody }) => {
    const named = parameters.filter((parameter) => parameter.name === name);
    const property = propertiesOf(contract, requestBody?.content).get(name) ?? [];
    return [...named.map(({ schemaPointer }) => schemaPointer), property].flat();
  });
}

/** Whether a schema accepts a text of the command line, or the number that it represents. */
function accepts(contract: Contract, pointer: string | undefined, text: string): boolean {
  if (pointer === undefined) return true;
  const validate = contract.compileRequest(pointer);
  return [text, Number(text)].some((value) => validate(value).length === 0);
}
