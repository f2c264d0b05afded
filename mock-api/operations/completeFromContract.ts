import {
  type Contract,
  findResponse,
  isRecord,
  joinPointer,
  type Located,
  resolveSchema,
  shorten,
  splitPointer,
  valueAt,
} from '#contract';
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
  const names = [...properties.keys(), ...ownNames];
  const [example] = content?.examples ?? [];
  const located = documentedValues(contract, properties);
  if (example && isRecord(example.value)) {
    for (const [name, value] of Object.entries(example.value)) {
      located.set(name, { value, pointer: joinPointer(example.pointer, name) });
    }
  }
  const defaults = Object.fromEntries([...located].map(([name, { value }]) => [name, value]));

  return { defaults, complete };

  function complete(id: string, given: object, others: object = {}): CompletedValue {
    const pointer = joinPointer(section, id);
    const value = { ...defaults, ...given, ...others };
    const violations = content?.validate(value) ?? [];
    const isGiven = (name = '') =>
      Object.hasOwn({ ...given, ...others }, name) || !located.has(name);
    const own = violations.filter(({ instancePath }) => isGiven(splitPointer(instancePath)[0]));
    const invalid = own.map(({ instancePath, reason }) => {
      const field = instancePath.slice(1).replaceAll('/', '.');
      const subject = field === '' ? `"${id}"` : `"${id}", ${field},`;
      const got = shorten(JSON.stringify(valueAt(value, instancePath)));
      return { pointer: pointer + instancePath, message: `${subject} ${reason}, got ${got}.` };
    });
    const unknown = Object.keys(given).filter((name) => !names.includes(name));
    const misspelt = unknown.map((name) => ({
      pointer: joinPointer(pointer, name),
      message: `"${id}" has the unknown property "${name}"; ${describeNames(name, names)}.`,
    }));
    return { value, problems: [...invalid, ...misspelt] };
  }
}

/** The examples, defaults or constants that a schema has of its properties. */
function documentedValues({ document }: Contract, properties: ReadonlyMap<string, string>) {
  const values = new Map<string, Located>();
  for (const [name, pointer] of properties) {
    const { keyword } = resolveSchema(document, pointer);
    const found = keyword('example') ?? keyword('default') ?? keyword('const');
    if (found) values.set(name, found);
  }
  return values;
}
