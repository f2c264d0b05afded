import { type Contract, findResponse, joinPointer, resolveSchema } from '../../contract/index.ts';
import { describeNames } from '../scenarios/findClosest.ts';
import type { DataProblem } from './validateData.ts';

/** A brief or a user: what the data file leaves out, and what is wrong with what it has. */
export interface CompletedValue {
  value: unknown;
  problems: readonly DataProblem[];
}

/**
 * Creates the function that completes the values of a section of the data file as bodies of an operation's response, and
 * validates them.
 * @param ownNames properties of the section that the body does not have
 */
export function createModel(
  contract: Contract,
  section: string,
  operationId: string,
  ownNames: readonly string[] = [],
) {
  const operation = contract.operations.find(({ id }) => id === operationId);
  const content = operation && findResponse(operation, 200)?.content[0];
  const { properties } = resolveSchema(contract.document, content?.schemaPointer ?? '');
  const names = [...properties.keys()];
  const example = content?.examples[0]?.value;
  // The properties of the first example, and others that the schema has an example of.
  const ofSchema = [...properties].map(([name, pointer]) => {
    const { keyword } = resolveSchema(contract.document, pointer);
    return [name, (keyword('example') ?? keyword('default') ?? keyword('const'))?.value];
  });
  const documented = Object.fromEntries(ofSchema.filter(([, value]) => value !== undefined));
  const defaults: Record<string, unknown> = { ...documented, ...Object(example) };

  return { defaults, complete };

  function complete(id: string, given: object, others: object = {}): CompletedValue {
    const pointer = joinPointer(section, id);
    const value = { ...defaults, ...given, ...others };
    const violations = content?.validate(value) ?? [];
    const invalid = violations.map(({ instancePath, reason }) => {
      const field = instancePath.slice(1).replaceAll('/', '.');
      const subject = field === '' ? `"${id}"` : `"${id}", ${field},`;
      return { pointer: pointer + instancePath, message: `${subject} ${reason}.` };
    });
    const unknown = Object.keys(given).filter((name) => names.length > 0 && !names.includes(name));
    const allNames = [...names, ...ownNames];
    const misspelt = unknown.map((name) => ({
      pointer: joinPointer(pointer, name),
      message: `"${id}" has the unknown property "${name}"; ${describeNames(name, allNames)}.`,
    }));
    return { value, problems: [...invalid, ...misspelt] };
  }
}
