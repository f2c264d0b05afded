import { isRecord } from '../../../mock-api/contract/index.ts';
import { findProperty } from '../plan/baseValues.ts';
import { baseMediaType, type PhaseContext } from './phaseContext.ts';

type Value = readonly [name: string, pointer: string | undefined];

/** The optional parameters and properties that no request has, because no valid value was found for them. */
export function findAbsent(context: PhaseContext) {
  const { contract, operation, base, sampler } = context;
  const parameters = operation.parameters
    .filter(({ in: place, name }) => !base.values.parameters.has(`${place} ${name}`))
    .map(({ name, schemaPointer }): Value => [name, schemaPointer]);
  const properties = propertiesOf(baseMediaType(context)?.schemaPointer, base.values.body);
  return [...parameters, ...properties].flatMap(([name, pointer]) => {
    if (pointer === undefined) return [];
    if (sampler.validator(pointer)(sampler.sample(pointer)).length === 0) return [];
    const place = `${contract.file}:${contract.lineOf(pointer)}`;
    const message = `${place} No valid value was found for "${name}", so no request of ${operation.id} has it.`;
    return [{ name: place, message }];
  });

  function propertiesOf(pointer: string | undefined, value: unknown): Value[] {
    if (pointer === undefined || !isRecord(value)) return [];
    return [...sampler.view(pointer).properties.keys()].flatMap((name): Value[] => {
      const property = findProperty(sampler, pointer, value, name);
      if (Object.hasOwn(value, name)) return propertiesOf(property?.pointer, value[name]);
      return property?.keyword('readOnly')?.value === true ? [] : [[name, property?.pointer]];
    });
  }
}
