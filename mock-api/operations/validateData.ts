import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import { joinPointer, shorten, splitPointer } from '#contract';
import dataSchema from '../data.schema.json' with { type: 'json' };
import { describeNames } from '../scenarios/describeNames.ts';
import type { DataProblem } from '../scenarios/parseScenarios.ts';

const ajv = new Ajv2020({ allErrors: true, verbose: true, strictTypes: false });
const validate = ajv.compile(dataSchema);

/** Finds the violations of `data.schema.json` in a data file: one for each mistake. */
export function validateData(document: object): DataProblem[] {
  if (validate(document)) return [];

  // The schema after "if", and each alternative of "oneOf", have errors of their own.
  const errors = (validate.errors ?? []).filter(
    ({ keyword, schemaPath }) => keyword !== 'if' && !schemaPath.includes('/oneOf/'),
  );
  const byValue = Map.groupBy(errors, ({ instancePath }) => instancePath);
  return [...byValue.values()].flatMap(describeValue);
}

/**
 * Describes the unknown properties of a value or, if there are none, its first other error. A misspelt property would
 * otherwise also be reported as missing.
 */
function describeValue(errors: readonly ErrorObject[]): DataProblem[] {
  const unknown = errors.filter(({ keyword }) => keyword === 'additionalProperties');
  if (unknown.length > 0) return unknown.map(describeUnknownProperty);

  const main = errors.find(({ keyword }) => keyword === 'type') ?? errors[0];
  return main ? [describeError(main)] : [];
}

function describeUnknownProperty({ instancePath, params, parentSchema }: ErrorObject): DataProblem {
  const name: string = params.additionalProperty;
  const hint = describeNames(Object.keys(parentSchema?.properties ?? {}));
  return {
    pointer: joinPointer(instancePath, name),
    message: `${describeSubject(instancePath)} has the unknown property "${name}"; ${hint}.`,
  };
}

function describeError(error: ErrorObject): DataProblem {
  const { instancePath: pointer, keyword, data } = error;
  const isComplete = ['required', 'oneOf', 'enum'].includes(keyword);
  const got = isComplete ? '' : `, got ${quote(data)}`;
  return { pointer, message: `${describeSubject(pointer)} ${wordError(error)}${got}.` };
}

/** Describes an error without its subject: `must be at least 100`. */
function wordError({ keyword, params, parentSchema, data, message }: ErrorObject): string {
  switch (keyword) {
    case 'type':
      return `must be of type ${[params.type].flat().join(' or ')}`;
    case 'required':
      return `is missing the required property "${params.missingProperty}"`;
    case 'oneOf':
      return `must have either ${listRequired(parentSchema?.oneOf).join(' or ')}`;
    case 'enum':
      return `has the unknown value ${quote(data)}; ${describeNames(params.allowedValues)}`;
    case 'const':
      return `must be ${quote(params.allowedValue)}`;
    case 'pattern':
      return `must be ${parentSchema?.title}`;
    case 'minimum':
      return `must be at least ${params.limit}`;
    case 'maximum':
      return `must be at most ${params.limit}`;
    case 'minItems':
    case 'minLength':
    case 'minProperties':
      return 'must not be empty';
    case 'uniqueItems':
      return 'has the same value twice';
    default:
      return message ?? `violates "${keyword}"`;
  }
}

/** Lists the properties of a `oneOf`, of which exactly one is required. */
function listRequired(alternatives: readonly { required: readonly string[] }[]): string[] {
  return alternatives.flatMap(({ required }) => required.map((name) => `"${name}"`));
}

function quote(value: unknown): string {
  return shorten(JSON.stringify(value));
}

/** Describes the place of a value as the subject of a sentence: `"slow", steps.0,` or `The file`. */
function describeSubject(pointer: string): string {
  const [section, id = section, ...path] = splitPointer(pointer);
  if (id === undefined) return 'The file';
  return path.length > 0 ? `"${id}", ${path.join('.')},` : `"${id}"`;
}
