import { Ajv2020, type ErrorObject, type SchemaObject } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { CreateError } from '../ContractError.ts';
import type { SchemaValidator, SchemaViolation } from '../contract.ts';
import { isObject, joinPointer } from '../jsonPointer.ts';
import { shorten } from '../violation.ts';
import { resolveSchema } from './resolveSchema.ts';

const maxViolations = 50;
const maxAllowedValuesLength = 120;
const documentUri = 'contract:/document';

/** What responses leave out (`writeOnly`), or requests (`readOnly`). */
export type Omitted = 'readOnly' | 'writeOnly';

export interface SchemaCompilerOptions {
  /** Properties that are not required; a response must not have them. */
  omitted?: Omitted;
  /** Creates the error for a schema that cannot be compiled or used. */
  createError?: CreateError;
}

/**
 * Creates the function that compiles the schema at a JSON pointer. Ajv gets the document as a whole, so references
 * and recursive schemas behave as JSON Schema specifies. It throws for a keyword or a format that it does not know.
 */
export function createSchemaCompiler(
  document: Record<string, unknown>,
  { omitted, createError = (_, ...error) => new Error(...error) }: SchemaCompilerOptions = {},
) {
  const ajv = createAjv();
  ajv.addVocabulary(
    findOtherKeywords(document).filter((name) => !Object.hasOwn(ajv.RULES.keywords, name)),
  );
  if (omitted === 'writeOnly') forbidWriteOnly(ajv);
  const pointers = new WeakMap<object, string>();
  ajv.addSchema(copySchemas(document, ''), documentUri, false, false);
  const validators = new Map<string, SchemaValidator>();

  return function compileSchema(pointer: string): SchemaValidator {
    const known = validators.get(pointer);
    if (known) return known;

    const validate = attempt(pointer, () =>
      ajv.compile({ $ref: documentUri + fragmentOf(pointer) }),
    );
    const validator: SchemaValidator = (value) => {
      if (attempt(pointer, () => validate(value))) return [];

      const errors = validate.errors?.slice(0, maxViolations) ?? [];
      return errors.map((error) =>
        createSchemaViolation(error, pointers.get(Object(error.parentSchema)) ?? pointer),
      );
    };
    validators.set(pointer, validator);
    return validator;
  };

  /**
   * A copy in which omitted properties are not required. Notes the pointer of each object, because Ajv reports the one
   * that failed. `owner` is the schema whose properties a part of `allOf` may
   * require.
   */
  function copySchemas(value: unknown, pointer: string, owner = pointer): SchemaObject {
    if (!isObject(value)) return value as SchemaObject;

    const entries = Object.entries(value).map(([key, child]) => {
      if (key === 'enum' || key === 'const') return [key, child];

      const isRequired = key === 'required' && Array.isArray(child);
      const part = isRequired ? child.filter((name) => !isOmitted(owner, String(name))) : child;
      const isPart = key === 'allOf' || (Array.isArray(value) && owner !== pointer);
      const childPointer = joinPointer(pointer, key);
      return [key, copySchemas(part, childPointer, isPart ? owner : childPointer)];
    });
    const copy = Array.isArray(value)
      ? entries.map(([, child]) => child)
      : Object.fromEntries(entries);
    pointers.set(copy, pointer);
    return copy;
  }

  function isOmitted(pointer: string, name: string): boolean {
    if (omitted === undefined) return false;

    const property = resolveSchema(document, pointer).properties.get(name);
    if (property === undefined) return false;
    return resolveSchema(document, property).keyword(omitted)?.value === true;
  }

  /** A schema that refers to itself without end compiles, but cannot be used. */
  function attempt<Result>(pointer: string, action: () => Result): Result {
    try {
      return action();
    } catch (cause) {
      const reason = cause instanceof Error ? cause.message : String(cause);
      throw createError(pointer, `The schema cannot be used: ${reason}.`, { cause });
    }
  }
}

/** What says nothing about a value: fields of OpenAPI, and extensions. Ajv reads the whole document as a schema. */
function findOtherKeywords(document: object): string[] {
  const extensions = JSON.stringify(document).matchAll(/"(x-[^"]+)":/g);
  const names = [...extensions].map(([, name = '']) => name);
  const ofSchemas = ['discriminator', 'example', 'externalDocs', 'xml'];
  return [...new Set([...ofSchemas, ...Object.keys(document), ...names])];
}

function createAjv(): Ajv2020 {
  const ajv = new Ajv2020({
    strictSchema: true,
    strictTypes: false,
    strictTuples: false,
    strictRequired: false,
    // A number that is too large for JavaScript, such as 1e400, is still one.
    strictNumbers: false,
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

/** A JSON pointer as a URI fragment. */
function fragmentOf(pointer: string): string {
  return `#${pointer.split('/').map(encodeURIComponent).join('/')}`;
}

function createSchemaViolation(error: ErrorObject, schemaPointer: string): SchemaViolation {
  const { instancePath, keyword } = error;
  const pointer = joinPointer(schemaPointer, keyword);
  return { instancePath, keyword, reason: describeError(error), pointer };
}

/** The sentence without its subject. */
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
