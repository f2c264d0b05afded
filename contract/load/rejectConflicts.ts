import type { CreateError } from '../ContractError.ts';
import type { Operation } from '../contract.ts';
import { joinPointer } from '../jsonPointer.ts';

/** Rejects operations with the same id or path, and variables of paths that are not declared as parameters. */
export function rejectConflicts(operations: readonly Operation[], createError: CreateError): void {
  const ids = new Set<string>();
  const paths = new Map<string, string>();
  for (const { id, path, pointer, parameters } of operations) {
    if (ids.has(id)) throw createError(pointer, `The operationId "${id}" occurs twice.`);
    ids.add(id);

    const form = path.replace(/\{[^}]*\}/g, '{}');
    const same = paths.get(form) ?? path;
    paths.set(form, same);
    if (same !== path) {
      throw createError(joinPointer('/paths', path), `The path is the same as "${same}".`);
    }

    const variables = Array.from(path.matchAll(/\{([^}]*)\}/g), ([, name = '']) => name);
    const declared = parameters.filter((parameter) => parameter.in === 'path');
    const unused = declared.find(({ name }) => !variables.includes(name));
    if (unused) throw createError(unused.pointer, `The path "${path}" has no {${unused.name}}.`);

    const missing = variables.find((name) => !declared.some((it) => it.name === name));
    if (missing !== undefined) {
      throw createError(
        pointer,
        `The path has {${missing}}, which is not declared as a parameter.`,
      );
    }
  }
}
