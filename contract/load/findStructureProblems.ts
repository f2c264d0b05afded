import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import contractSchema from '../contract.schema.json' with { type: 'json' };
import { joinPointer, pointerOfRef, valueAt } from '../jsonPointer.ts';
import { isKnownFormat } from '../schema/createSchemaCompiler.ts';
import { shorten } from '../violation.ts';
import type { Problem } from './problem.ts';

const formats = { known: isKnownFormat, regex: isRegex };
const ajv = new Ajv2020({ allErrors: true, verbose: true, strict: false, formats });
ajv.addKeyword({ keyword: 'leadsToPart', schema: false, errors: false, validate: leadsToPart });
const validate = ajv.compile(contractSchema);

/** Finds the parts of a document that violate `contract.schema.json`, which describes the supported OpenAPI. */
export function findStructureProblems(document: object): Problem[] {
  if (validate(document)) return [];
  // The schemas after "then" and "else" have errors of their own.
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
  if (keyword === 'leadsToPart') {
    return { pointer, message: `The reference ${found} leads to no part of "components".` };
  }
  if (params.format === 'known') {
    const message = `Warning: JSON Schema has no format ${found}, so it is not validated.`;
    return { pointer, message, isWarning: true };
  }
  const expected = description ?? `of type ${[params.type].flat().join(' or ')}`;
  return { pointer, message: `"${name}" must be ${expected}, got ${found}.` };
}

/** Whether a text is a regular expression as Ajv compiles it. */
function isRegex(text: string): boolean {
  try {
    new RegExp(text, 'u');
    return true;
  } catch {
    return false;
  }
}

/** Whether a reference ends at a part of `components`, maybe by other references. */
function leadsToPart(
  ref: unknown,
  { rootData } = { rootData: {} },
  visited: unknown[] = [],
): boolean {
  const isOther =
    typeof ref === 'string' && ref.startsWith('#/components/') && !visited.includes(ref);
  if (!isOther) return false;

  const part = valueAt(rootData, pointerOfRef({ $ref: ref }) ?? '');
  const next = Object(part).$ref;
  return (
    part !== undefined && (next === undefined || leadsToPart(next, { rootData }, [...visited, ref]))
  );
}
