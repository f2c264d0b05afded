import { Ajv2020, type ErrorObject, type SchemaObject } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { SchemaValidator, SchemaViolation } from '../contract.ts';
import { isObject, isRecord, joinPointer, splitPointer } from '../jsonPointer.ts';
import { shorten } from '../violation.ts';
import { type Located, resolveSchema } from './resolveSchema.ts';

const maxViolations = 50;
const maxAllowedValuesLength = 120;
const documentUri = 'contract:/document';

/** Inlined references and optimized code take several times as long to compile. */
const speed = { inlineRefs: false, code: { optimize: false } };

/** What responses leave out (`writeOnly`), or requests (`readOnly`). */
export type Omitted = 'readOnly' | 'writeOnly';

export interface SchemaCompilerOptions {
  /** Properties that are not required. */
  omitted?: Omitted;
  /** Creates the error for a schema that cannot be compiled or used. */
  createError?: (pointer: string, message: string, options: ErrorOptions) => Error;
}

/**
 * Creates the function that compiles the schema at a JSON pointer. Ajv gets the document as a
 * whole, so references and recursive schemas behave as JSON Schema specifies.
 */
export function createSchemaCompiler(
  document: Record<string, unknown>,
  { omitted, createError = (_, ...error) => new Error(...error) }: SchemaCompilerOptions = {},
) {
  const ajv = new Ajv2020({
    strict: false,
    allErrors: true,
    verbose: true,
    logger: false,
    validateSchema: false,
    // JSON has no exact decimals: 19.99 is a multiple of 0.01. Names such as "constructor" are not inherited.
    multipleOfPrecision: 6,
    ownProperties: true,
    ...speed,
  });
  addFormats.default(ajv);
  ajv.removeKeyword('id');
  if (omitted === 'writeOnly') {
    ajv.removeKeyword('writeOnly');
    const message = 'must not be in a response';
    ajv.addKeyword({
      keyword: 'writeOnly',
      validate: (flag: unknown) => flag !== true,
      error: { message },
    });
  }
  const pointers = new WeakMap<object, string>();
  ajv.addSchema(copySchemas(document, ''), documentUri, false, false);
  const validators = new Map<string, SchemaValidator>();

  return function compileSchema(pointer: string): SchemaValidator {
    const known = validators.get(pointer);
    if (known) return known;

    const validate = attempt(pointer, 'does not compile', () =>
      ajv.compile({ $ref: documentUri + fragmentOf(pointer) }),
    );
    const validator: SchemaValidator = (value) => {
      if (attempt(pointer, 'cannot be used', () => validate(value))) return [];
      const errors = validate.errors?.slice(0, maxViolations) ?? [];
      return errors.map((error) => createSchemaViolation(error, pointer));
    };
    validators.set(pointer, validator);
    return validator;
  };

  /**
   * A copy for Ajv, which would read an `$id` or `$anchor` in an example as that of a schema; those of schemas
   * have been resolved. Notes the pointer of each object, because Ajv reports the one that failed. `owner` is the
   * schema whose properties a part of `allOf` may require.
   */
  function copySchemas(value: unknown, pointer: string, owner = pointer): SchemaObject {
    if (!isObject(value)) return value as SchemaObject;
    const entries = Object.entries(value).flatMap(([key, child]) => {
      if (typeof child === 'string' && (key === '$id' || key === '$anchor')) return [];
      if (key === 'enum' || key === 'const') return [[key, child]];
      const isRequired = key === 'required' && Array.isArray(child);
      const part = isRequired ? child.filter((name) => !isOmitted(owner, String(name))) : child;
      const isPart = key === 'allOf' || (Array.isArray(value) && owner !== pointer);
      const childPointer = joinPointer(pointer, key);
      return [[key, copySchemas(part, childPointer, isPart ? owner : childPointer)]];
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
  function attempt<Result>(pointer: string, problem: string, action: () => Result): Result {
    try {
      return action();
    } catch (cause) {
      const reason = cause instanceof Error ? cause.message : String(cause);
      throw createError(pointer, `The schema ${problem}: ${reason}.`, { cause });
    }
  }

  function createSchemaViolation(error: ErrorObject, rootPointer: string): SchemaViolation {
    const schema = isObject(error.parentSchema) ? pointers.get(error.parentSchema) : undefined;
    return {
      instancePath: error.instancePath,
      keyword: error.keyword,
      reason: describeError(error),
      pointer: joinPointer(schema ?? rootPointer, error.keyword),
    };
  }
}

const metaSchema = new Ajv2020({ strict: false, logger: false, ...speed });
addFormats.default(metaSchema);

export function isKeyword(name: string): boolean {
  return Object.hasOwn(metaSchema.RULES.keywords, name);
}

export function isFormat(name: string): boolean {
  return Object.hasOwn(metaSchema.formats, name);
}

/** Whether a pattern can be used, which is always read with the flag `u`. */
export function isRegularExpression(pattern: string): boolean {
  try {
    // A pattern is compiled when it is first used, which fails if it is too large.
    new RegExp(pattern, 'u').test('');
    return true;
  } catch {
    return false;
  }
}

/** Why a value is not a valid schema, and where; the schemas nested in it are checked with it. */
export function findSchemaError(schema: unknown, pointer: string): Located<string> | undefined {
  if (typeof schema === 'boolean') return undefined;
  if (!isRecord(schema)) {
    return { pointer, value: 'The schema must be of type object or boolean.' };
  }
  if (metaSchema.validateSchema(schema)) return undefined;
  const [error] = metaSchema.errors ?? [];
  const path = error?.instancePath ?? '';
  const part = path === '' ? '' : `'s "${splitPointer(path).join('.')}"`;
  const reason = error ? describeError(error) : 'is invalid';
  return { pointer: pointer + path, value: `The schema${part} ${reason}.` };
}

/** A JSON pointer as a URI fragment. */
function fragmentOf(pointer: string): string {
  return `#${pointer.split('/').map(encodeURIComponent).join('/')}`;
}

/** The sentence without its subject. */
function describeError({ keyword, message, params }: ErrorObject): string {
  switch (keyword) {
    case 'required':
      return `is missing the required property "${params.missingProperty}"`;
    case 'additionalProperties':
    case 'unevaluatedProperties': {
      const name = params.additionalProperty ?? params.unevaluatedProperty;
      return `has the unknown property "${shorten(name)}"`;
    }
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
