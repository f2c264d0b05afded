import { createSchemaCompiler, isObject, splitPointer, valueAt } from '../contract/index.ts';
import dataSchema from '../data.schema.json' with { type: 'json' };

const validate = createSchemaCompiler(dataSchema)('');

/** The ways in which a data file violates `data.schema.json`, as sentences by the JSON pointer of the value. */
export function validateData(document: object): Map<string, Set<string>> {
  const problems = new Map<string, Set<string>>();
  for (const { instancePath, keyword, reason } of validate(document)) {
    // The schema after "if" has violations of its own.
    if (keyword === 'if') continue;
    const [section, id = section, ...path] = splitPointer(instancePath);
    const subject = id === undefined ? 'The file' : `"${id}"`;
    const field = path.length > 0 ? `, ${path.join('.')},` : '';
    const value = valueAt(document, instancePath);
    const got = isObject(value) ? '' : `, got ${JSON.stringify(value)}`;
    const messages = problems.get(instancePath) ?? new Set();
    problems.set(instancePath, messages.add(`${subject}${field} ${reason}${got}.`));
  }
  return problems;
}
