import {
  type Contract,
  findResponse,
  joinPointer,
  resolveSchema,
  shorten,
  valueAt,
} from '#contract';
import { describeNames } from '../scenarios/describeNames.ts';
import type { DataProblem } from '../scenarios/parseScenarios.ts';

/** A brief or a user of the data file, completed from the contract, and its problems. */
export interface CompletedValue<Value> {
  value: Value;
  problems: readonly DataProblem[];
}

/**
 * Creates a function that completes values in a section of the data file as bodies of an operation's 200, and validates
 * them.
 * @param ownNames the properties of the section that the body does not have
 */
export function createCompleter<Value extends object>(
  contract: Contract,
  section: string,
  operationId: string,
  ownNames: readonly string[] = [],
) {
  const operation = contract.operations.find(({ id }) => id === operationId);
  const content = operation && findResponse(operation, 200)?.content[0];
  const { properties } = resolveSchema(contract.document, content?.schemaPointer ?? '');
  const names = [...properties.keys(), ...ownNames];
  const example = content?.examples[0]?.value;
  const defaults = { ...documentedValues(contract, properties), ...Object(example) };

  return { defaults, complete };

  function complete(id: string, given: object, others: object = {}): CompletedValue<Value> {
    const pointer = joinPointer(section, id);
    const value = { ...defaults, ...given, ...others };
    const violations = content?.validate(value) ?? [];
    const invalid = violations.map(({ instancePath, reason }) => {
      const field = instancePath.slice(1).replaceAll('/', '.');
      const subject = field === '' ? `"${id}"` : `"${id}", ${field},`;
      const got = shorten(JSON.stringify(valueAt(value, instancePath)));
      return { pointer: pointer + instancePath, message: `${subject} ${reason}, got ${got}.` };
    });
    const unknown = Object.keys(given).filter((name) => !names.includes(name));
    const misspelt = unknown.map((name) => ({
      pointer: joinPointer(pointer, name),
      message: `"${id}" has the unknown property "${name}"; ${describeNames(names)}.`,
    }));
    return { value, problems: [...invalid, ...misspelt] };
  }
}

/** Returns the examples, defaults or constants in the schemas of properties, by name. */
function documentedValues({ document }: Contract, properties: ReadonlyMap<string, string>) {
  const values: Record<string, unknown> = {};
  for (const [name, pointer] of properties) {
    const { keyword } = resolveSchema(document, pointer);
    const found = keyword('example') ?? keyword('default') ?? keyword('const');
    if (found) values[name] = found.value;
  }
  return values;
}
