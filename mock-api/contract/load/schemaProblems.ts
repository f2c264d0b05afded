import { describeReference, isRecord, joinPointer, pointerOfRef, valueAt } from '../jsonPointer.ts';
import { childSchemas } from '../schema/childSchemas.ts';
import { findSchemaError } from '../schema/compileSchema.ts';
import type { Located } from '../schema/resolveSchema.ts';

/** Finds the schemas of a document that cannot be compiled, and warns about each. */
export function createSchemaProblems(
  document: Record<string, unknown>,
  schemas: readonly Located<Record<string, unknown>>[],
  warn: (pointer: string, message: string) => void,
) {
  const problems = new Map<string, Located<string>>();
  for (const { value, pointer } of schemas) {
    const { $ref: ref } = value;
    const reason = typeof ref === 'string' ? describeReference(ref, document) : undefined;
    if (reason === undefined) continue;
    add(pointer, {
      pointer: joinPointer(pointer, '$ref'),
      value: `The reference "${ref}" ${reason}.`,
    });
  }
  return { check, find };

  function add(pointer: string, problem: Located<string>) {
    problems.set(pointer, problem);
    warn(problem.pointer, `${problem.value} The mock sends a 501 for the operations that use it.`);
  }

  /** Validates a schema and those nested in it as schemas. */
  function check(pointer: string): void {
    const error = findSchemaError(valueAt(document, pointer), pointer);
    if (error) add(pointer, error);
  }

  /** The first problem in a schema, those nested in it and those that they refer to. */
  function find(pointer: string, visited = new Set<string>()): Located<string> | undefined {
    if (problems.size === 0 || visited.has(pointer)) return undefined;
    visited.add(pointer);
    const schema = valueAt(document, pointer);
    if (problems.has(pointer) || !isRecord(schema)) return problems.get(pointer);
    const target = typeof schema.$ref === 'string' ? pointerOfRef(schema.$ref) : undefined;
    const parts = childSchemas(schema, pointer).map((child) => child.pointer);
    for (const part of target === undefined ? parts : [target, ...parts]) {
      const found = find(part, visited);
      if (found) return found;
    }
    return undefined;
  }
}
