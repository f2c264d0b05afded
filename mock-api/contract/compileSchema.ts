import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { fragmentOf, isObject, joinPointer, splitPointer, valueAt } from './pointer.ts';
import { SchemaError } from './SchemaError.ts';

/** One way in which a value does not fit its schema. */
export interface Misfit {
  /** The place in the value, as a JSON pointer. */
  at: string;
  keyword: string;
  /** How the place fails, to be read after its name: `lacks "text"`. */
  message: string;
  /** The place of the keyword in the contract. */
  pointer: string;
}

/** The misfits of a value, fifty at most: thousands of the same kind tell nobody more. */
export type SchemaCheck = (value: unknown) => Misfit[];

const MISFIT_LIMIT = 50;
const BASE = 'contract:/document';

/**
 * Makes the function that compiles the schema at a pointer. The document is given to Ajv once, as a
 * whole, so that references and recursion mean what JSON Schema says. Throws a SchemaError where there is no schema.
 */
export function createSchemaCompiler(document: Record<string, unknown>) {
  const ajv = new Ajv2020({ strict: false, allErrors: true, verbose: true, logger: false });
  addFormats.default(ajv);
  ajv.addSchema(document, BASE, false, false);
  const pointers = locateObjects(document);
  const compiled = new Map<string, SchemaCheck>();

  return function compileSchema(pointer: string): SchemaCheck {
    const known = compiled.get(pointer);
    if (known) return known;

    const schema = valueAt(document, pointer);
    if (isObject(schema) && !ajv.validateSchema(schema)) {
      const [error] = ajv.errors ?? [];
      const place = pointer + (error?.instancePath ?? '');
      const inside = error?.instancePath
        ? `'s "${splitPointer(error.instancePath).join('.')}"`
        : '';
      throw new SchemaError(place, `The schema${inside} ${error ? wording(error) : 'is none'}.`);
    }
    const validate = compileAt(pointer, schema);
    const check: SchemaCheck = (value) =>
      validate(value)
        ? []
        : (validate.errors ?? []).slice(0, MISFIT_LIMIT).map((error) => misfit(error, pointer));
    compiled.set(pointer, check);
    return check;
  };

  function compileAt(pointer: string, schema: unknown): ValidateFunction {
    try {
      if (typeof schema === 'boolean') return ajv.compile(schema);
      const validate = ajv.getSchema(BASE + fragmentOf(pointer));
      if (validate) return validate;
    } catch (cause) {
      const reason = cause instanceof Error ? cause.message : String(cause);
      throw new SchemaError(pointer, `The schema cannot be used: ${reason}.`, { cause });
    }
    throw new SchemaError(pointer, 'There is no schema here.');
  }

  function misfit(error: ErrorObject, root: string): Misfit {
    const schema = isObject(error.parentSchema) ? pointers.get(error.parentSchema) : undefined;
    return {
      at: error.instancePath,
      keyword: error.keyword,
      message: wording(error),
      pointer: joinPointer(schema ?? root, error.keyword),
    };
  }
}

/** Ajv reports the schema object that failed; this says where in the file that object stands. */
function locateObjects(document: Record<string, unknown>): WeakMap<object, string> {
  const pointers = new WeakMap<object, string>();
  const visit = (value: unknown, pointer: string) => {
    if (!isObject(value) || pointers.has(value)) return;
    pointers.set(value, pointer);
    for (const key of Object.keys(value)) visit(value[key], joinPointer(pointer, key));
  };
  visit(document, '');
  return pointers;
}

function wording(error: ErrorObject): string {
  switch (error.keyword) {
    case 'required':
      return `lacks "${error.params.missingProperty}"`;
    case 'additionalProperties':
      return `has the unknown property "${shorten(error.params.additionalProperty)}"`;
    case 'unevaluatedProperties':
      return `has the unknown property "${shorten(error.params.unevaluatedProperty)}"`;
    case 'type':
      return `is not of type ${[error.params.type].flat().join(' or ')}`;
    case 'enum':
      return `is none of ${shorten(JSON.stringify(error.params.allowedValues), 120)}`;
    case 'format':
      return `is no ${error.params.format}`;
    default:
      return error.message ?? `breaks "${error.keyword}"`;
  }
}

function shorten(text: string, length = 60): string {
  return text.length > length ? `${text.slice(0, length)}…` : text;
}
