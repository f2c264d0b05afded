import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { fullFormats } from 'ajv-formats/dist/formats.js';
import type { SchemaValidator, SchemaViolation } from '../contract.ts';
import { findObjects, joinPointer } from '../jsonPointer.ts';
import { shorten } from '../violation.ts';
import { resolveSchema } from './resolveSchema.ts';

const maxViolations = 50;
const maxAllowedValuesLength = 120;
const documentUri = 'contract:/document';

/** The mark of properties that are not required: `writeOnly` in responses, `readOnly` in requests. */
type Omitted = 'readOnly' | 'writeOnly';

/**
 * Creates the function that compiles the schema at a JSON pointer. Ajv gets the document as a whole, so references
 * and recursive schemas behave as JSON Schema specifies. It ignores keywords and formats that it does not know.
 */
export function createSchemaCompiler(document: Record<string, unknown>, omitted: Omitted) {
  const schemas = withoutRequired(document, omitted);
  // Ajv reports the object that has the violated keyword.
  const pointers = new WeakMap(findObjects(schemas));
  const validators = new Map<string, SchemaValidator>();
  const ajv = createAjv();
  if (omitted === 'writeOnly') forbidWriteOnly(ajv);
  ajv.addSchema(schemas, documentUri, false, false);

  return function compileSchema(pointer: string): SchemaValidator {
    const validator = validators.get(pointer) ?? createValidator(pointer);
    validators.set(pointer, validator);
    return validator;
  };

  function createValidator(pointer: string): SchemaValidator {
    const validate = ajv.compile({ $ref: documentUri + fragmentOf(pointer) });

    return (value) => {
      if (validate(value)) return [];

      const errors = validate.errors?.slice(0, maxViolations) ?? [];
      return errors.map((error) =>
        createSchemaViolation(error, pointers.get(Object(error.parentSchema)) ?? pointer),
      );
    };
  }
}

/** Whether values of a format are validated. */
export function isKnownFormat(format: string): boolean {
  return Object.hasOwn(fullFormats, format);
}

/** Copies a document, and removes the properties with a mark from `required`. */
function withoutRequired(document: Record<string, unknown>, omitted: Omitted) {
  const copy = structuredClone(document);
  for (const [schema, pointer] of findObjects(copy)) {
    const { required } = schema;
    if (!Array.isArray(required)) continue;

    // A part of `allOf` may require a property of another one.
    const { properties } = resolveSchema(document, pointer.replace(/(\/allOf\/\d+)+$/, ''));
    schema.required = required.filter((name) => {
      const property = resolveSchema(document, properties.get(name) ?? '');
      return property.keyword(omitted)?.value !== true;
    });
  }
  return copy;
}

function createAjv(): Ajv2020 {
  const ajv = new Ajv2020({
    // A number that is too large for JavaScript, such as 1e400, is still one.
    strict: false,
    allErrors: true,
    verbose: true,
    logger: false,
    validateSchema: false,
    // JSON has no exact decimals: 19.99 is a multiple of 0.01. Names such as "constructor" are not inherited.
    multipleOfPrecision: 6,
    ownProperties: true,
    // Inlined references and optimized code take several times as long to compile.
    inlineRefs: false,
    code: { optimize: false },
  });
  addFormats.default(ajv);
  return ajv;
}

function forbidWriteOnly(ajv: Ajv2020): void {
  const keyword = 'writeOnly';
  ajv.removeKeyword(keyword);
  ajv.addKeyword({
    keyword,
    validate: (flag: unknown) => flag !== true,
    error: { message: 'must not be in a response' },
  });
}

/** Converts a JSON pointer to a URI fragment. */
function fragmentOf(pointer: string): string {
  return `#${pointer.split('/').map(encodeURIComponent).join('/')}`;
}

function createSchemaViolation(error: ErrorObject, schemaPointer: string): SchemaViolation {
  const { instancePath, keyword } = error;
  const pointer = joinPointer(schemaPointer, keyword);
  return { instancePath, keyword, reason: describeError(error), pointer };
}

/** Describes an error in a sentence without its subject. */
function describeError({ keyword, message, params }: ErrorObject): string {
  switch (keyword) {
    case 'required':
      return `is missing the required property "${params.missingProperty}"`;
    case 'additionalProperties':
      return `has the unknown property "${shorten(params.additionalProperty)}"`;
    case 'type':
      return `must be of type ${[params.type].flat().join(' or ')}`;
    case 'enum': {
      const values: unknown[] = params.allowedValues.slice(0, maxAllowedValuesLength);
      const text = values.map((value) => JSON.stringify(value)).join(', ');
      return `must be one of ${shorten(text, maxAllowedValuesLength)}`;
    }
    case 'minLength':
      return `must have at least ${countCharacters(params.limit)}`;
    case 'maxLength':
      return `must have at most ${countCharacters(params.limit)}`;
    default:
      return message ?? `violates "${keyword}"`;
  }
}

function countCharacters(count: number): string {
  return count === 1 ? '1 character' : `${count} characters`;
}
