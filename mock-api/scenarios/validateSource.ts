import {
  createSchemaCompiler,
  isObject,
  joinPointer,
  splitPointer,
  valueAt,
} from '../contract/index.ts';
import dataSchema from '../data.schema.json' with { type: 'json' };

interface SourceProblem {
  /** The JSON pointer of the value in the scenario, or of the unknown property. */
  path: string;
  /** Where the problem is: `steps.1.fault`; empty for the scenario itself. */
  field: string;
  /** A sentence without its subject. */
  reason: string;
}

const validate = createSchemaCompiler(dataSchema)('/$defs/scenario');

/** The ways in which a scenario of the data file violates `data.schema.json`. */
export function validateSource(source: unknown): SourceProblem[] {
  const problems = validate(source).flatMap(({ instancePath, keyword, reason, pointer }) => {
    if (keyword === 'if') return [];
    const value = valueAt(source, instancePath);
    const field = splitPointer(instancePath).join('.');
    if (keyword === 'additionalProperties' || keyword === 'unevaluatedProperties') {
      const known = knownProperties(pointer);
      return Object.keys(value ?? {})
        .filter((name) => !known.includes(name))
        .map((name) => ({
          path: joinPointer(instancePath, name),
          field,
          reason: `has the unknown property "${name}"; expected one of ${known.join(', ')}`,
        }));
    }
    const got = isObject(value) ? '' : `, got ${JSON.stringify(value)}`;
    return [{ path: instancePath, field, reason: `${reason}${got}` }];
  });
  // A value can violate several parts of the schema in the same way.
  return [...new Map(problems.map((problem) => [JSON.stringify(problem), problem])).values()];
}

/** @param pointer of the keyword that forbids others */
function knownProperties(pointer: string): string[] {
  const schema = valueAt(dataSchema, joinPointer('', ...splitPointer(pointer).slice(0, -1)));
  const { properties = {}, allOf } = schema as { properties?: object; allOf?: unknown };
  return [
    ...Object.keys(properties),
    ...(allOf ? Object.keys(dataSchema.$defs.stepProperties.properties) : []),
  ];
}
