import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import contractSchema from '../contract.schema.json' with { type: 'json' };
import { joinPointer } from '../jsonPointer.ts';
import { isKnownFormat } from '../schema/createSchemaCompiler.ts';
import { shorten } from '../violation.ts';
import type { Problem } from './problem.ts';

const formats = { known: isKnownFormat };
const ajv = new Ajv2020({ allErrors: true, verbose: true, strict: false, formats });
const validate = ajv.compile(contractSchema);

/** Finds what violates `contract.schema.json`: what OpenAPI does not have, or what is not supported. */
export function findStructureProblems(document: object): Problem[] {
  if (validate(document)) return [];
  // The schema after "if" has errors of its own.
  return (validate.errors ?? []).filter(({ keyword }) => keyword !== 'if').map(describeError);
}

function describeError({
  keyword,
  instancePath: pointer,
  params,
  parentSchema = {},
  data,
}: ErrorObject): Problem {
  const { description, properties = {} } = parentSchema;
  if (keyword === 'additionalProperties') {
    const name: string = params.additionalProperty;
    const expected = description ?? Object.keys(properties).join(', ');
    const message = `"${shorten(name)}" is not supported here; expected ${expected}.`;
    return { pointer: joinPointer(pointer, name), message };
  }
  if (keyword === 'required')
    return { pointer, message: `"${params.missingProperty}" is missing.` };

  const name = pointer.slice(pointer.lastIndexOf('/') + 1);
  const found = shorten(JSON.stringify(data));
  if (keyword === 'format') {
    const message = `Warning: JSON Schema has no format ${found}, so it is not validated.`;
    return { pointer, message, isWarning: true };
  }
  const expected = description ?? `of type ${[params.type].flat().join(' or ')}`;
  return { pointer, message: `"${name}" must be ${expected}, got ${found}.` };
}
