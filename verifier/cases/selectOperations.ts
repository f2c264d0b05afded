import { type Contract, type Operation, shorten } from '#contract';
import { InputError } from '../InputError.ts';
import type { VerifyOptions } from '../model.ts';

/** All operations, or those of the options. */
export function selectOperations({
  contract,
  only,
}: Pick<VerifyOptions, 'contract' | 'only'>): readonly Operation[] {
  return contract.operations.filter(({ id }) => only.length === 0 || only.includes(id));
}

/** @throws {InputError} for a value of the options that no request would have */
export function requireUsedValues({
  contract,
  existingValues,
}: Pick<VerifyOptions, 'contract' | 'existingValues'>): void {
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

/** The schemas of the parameters and of the properties of bodies with a name; undefined for a value without one. */
function findSchemas({ operations, schemaAt }: Contract, name: string): (string | undefined)[] {
  return operations.flatMap(({ parameters, requestBody }) => {
    const ofParameters = parameters.filter((parameter) => parameter.name === name);
    const body = requestBody?.content[0]?.schemaPointer;
    const property = body === undefined ? undefined : schemaAt(body).properties.get(name);
    const ofBody = property === undefined ? [] : [property];
    return [...ofParameters.map(({ schemaPointer }) => schemaPointer), ...ofBody];
  });
}

/** Whether a schema allows a text of the command line, maybe as a number. */
function accepts(contract: Contract, pointer: string | undefined, text: string): boolean {
  if (pointer === undefined) return true;
  const validate = contract.compileRequest(pointer);
  return [text, Number(text)].some((value) => validate(value).length === 0);
}
