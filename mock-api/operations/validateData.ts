import {
  createSchemaCompiler,
  isObject,
  isRecord,
  joinPointer,
  splitPointer,
  valueAt,
} from '../../contract/index.ts';
import dataSchema from '../data.schema.json' with { type: 'json' };
import { describeNames, findMeant } from '../scenarios/findClosest.ts';

const validateSource = createSchemaCompiler(dataSchema)('');

export interface DataProblem {
  /** The JSON pointer of the property or the value. */
  pointer: string;
  /** A sentence. */
  message: string;
}

type Violation = ReturnType<typeof validateSource>[number];

/** The ways in which a data file violates `data.schema.json`: one for each mistake. */
export function validateData(document: object): DataProblem[] {
  // The schema after "if", and each alternative of "oneOf", have violations of their own.
  const violations = validateSource(document).filter(
    ({ keyword, pointer }) => keyword !== 'if' && !pointer.includes('/oneOf/'),
  );
  const byValue = Map.groupBy(violations, ({ instancePath }) => instancePath);
  return [...byValue].flatMap(([pointer, found]) => describeValue(document, pointer, found));
}

/** The unknown properties of a value, and the first other violation. */
function describeValue(
  document: object,
  pointer: string,
  violations: readonly Violation[],
): DataProblem[] {
  const value = valueAt(document, pointer);
  const subject = describeSubject(pointer);
  const { names, misspelt } = findMisspelt(value, violations.find(isUnknown));
  const problems = misspelt.map((name) => ({
    pointer: joinPointer(pointer, name),
    message: `${subject} has the unknown property "${name}"; ${describeNames(name, names)}.`,
  }));

  // A property that is misspelt is not missing as well.
  const meant = misspelt.map((name) => findMeant(name, names));
  const isOther = (one: Violation) => !isUnknown(one) && !meant.some((name) => isAbout(one, name));
  const others = violations.filter(isOther);
  const other = others.find(({ keyword }) => keyword === 'type') ?? others[0];
  if (!other) return problems;

  const missing = findMissing(other, value);
  if (missing) {
    const message = `${subject} has the unknown property "${missing.given}"; did you mean ${missing.name}.`;
    return [...problems, { pointer: joinPointer(pointer, missing.given), message }];
  }
  const got = isObject(value) ? '' : `, got ${JSON.stringify(value)}`;
  return [...problems, { pointer, message: `${subject} ${describeReason(other)}${got}.` }];
}

/** A required property that is there under another name, where an object may have any property. */
function findMissing({ keyword, reason }: Violation, value: unknown) {
  const [, name] = /"(.+)"$/.exec(reason) ?? [];
  if (keyword !== 'required' || name === undefined || !isRecord(value)) return undefined;
  const given = Object.keys(value).find((own) => findMeant(own, [name]) === name);
  return given === undefined ? undefined : { name, given };
}

/** The properties that an object may have, and those of it that are others. */
function findMisspelt(value: unknown, violation: Violation | undefined) {
  if (!violation || !isRecord(value)) return { names: [], misspelt: [] };
  const names = namesIn(violation);
  return { names, misspelt: Object.keys(value).filter((name) => !names.includes(name)) };
}

const isUnknown = ({ keyword }: Violation) => keyword === 'additionalProperties';

/** The properties of the object whose keyword is violated. */
function namesIn({ pointer }: Violation): string[] {
  const owner = valueAt(dataSchema, pointer.slice(0, pointer.lastIndexOf('/')));
  return isRecord(owner) && isRecord(owner.properties) ? Object.keys(owner.properties) : [];
}

/** Whether a property that is missing is there under another name. */
function isAbout(violation: Violation, name: string | undefined): boolean {
  return name !== undefined && describeReason(violation).includes(`"${name}"`);
}

function describeReason({ keyword, pointer, reason }: Violation): string {
  if (keyword !== 'oneOf') return reason;
  const names = JSON.stringify(valueAt(dataSchema, pointer)).match(/"(?!required")\w+"/g) ?? [];
  return `must have either ${names.join(' or ')}`;
}

/** `"slow", steps.0,` or `The file`: the subject of a sentence about the value at a pointer. */
function describeSubject(pointer: string): string {
  const [section, id = section, ...path] = splitPointer(pointer);
  if (id === undefined) return 'The file';
  return path.length > 0 ? `"${id}", ${path.join('.')},` : `"${id}"`;
}
