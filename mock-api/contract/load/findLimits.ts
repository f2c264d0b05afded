import type { Operation } from '../contract.ts';
import { findTarget } from '../http/findLinks.ts';
import { isObject, joinPointer, pointerOfRef, valueAt } from '../jsonPointer.ts';
import { commonConstructs } from './constructs.ts';
import { createLimit, type FoundLimit, visitDocument } from './visitDocument.ts';

/** The validator compiles and runs recursively: with about a third more levels it exceeds the call stack. */
const maxLevels = 1000;

/** Finds what is not supported in a document, and makes its schemas valid for JSON Schema 2020-12, in place. */
export function findLimits(document: Record<string, unknown>, version: string) {
  const { limits, ignored, add } = visitDocument(document, version);
  const hasProblems = () => [...limits.values()].flat().some(({ effect }) => effect === 'unusable');
  let tooDeep: FoundLimit | undefined;
  const problems = new Map<string, FoundLimit | undefined>();
  return {
    isIgnored: (value: unknown) => ignored.has(value),
    /** Whether any value of a parameter, a header or a body is accepted. */
    isUnvalidated: (value: unknown) =>
      limits.get(value)?.some(({ effect }) => effect === 'unvalidated') === true,
    findProblem,
    findAll,
    findOf,
  };

  /** Why the value at a pointer, or one that it contains or refers to, cannot be used; undefined if it can. */
  function findProblem(pointer: string): FoundLimit | undefined {
    if (!problems.has(pointer)) {
      const found = hasProblems() ? reach([pointer]) : [];
      problems.set(
        pointer,
        found.find(({ effect }) => effect === 'unusable'),
      );
    }
    return problems.get(pointer);
  }

  /** The limits of the whole document. */
  function findAll(operations: readonly Operation[]): FoundLimit[] {
    for (const operation of operations) addOperation(operation, operations);
    reach(operations.map(({ pointer }) => pointer));
    return [...new Set([...limits.values()].flat())];
  }

  /** The limits of an operation, its path and its security schemes. */
  function findOf({ pointer, security }: Operation): FoundLimit[] {
    const path = pointer.slice(0, pointer.lastIndexOf('/'));
    const schemes = security.flat().map((scheme) => scheme.pointer);
    const found = reach([pointer, joinPointer(path, 'parameters'), '/security', ...schemes]);
    return [...new Set([...(limits.get(valueAt(document, path)) ?? []), ...found])];
  }

  /** Notes what can be told from an operation whose references have been followed. */
  function addOperation({ responses }: Operation, operations: readonly Operation[]) {
    for (const { status, content, links } of responses) {
      const [, second] = content;
      if (second && /^2/.test(status)) {
        const { pointer, mediaType } = second;
        add(
          valueAt(document, pointer),
          createLimit(commonConstructs.secondType, pointer, mediaType),
        );
      }
      for (const link of links) {
        if (findTarget(operations, link)) continue;
        const { pointer, name } = link;
        add(valueAt(document, pointer), createLimit(commonConstructs.link, pointer, name));
      }
    }
  }

  /** The limits of the values at these pointers, and of all that they contain or refer to. */
  function reach(pointers: readonly string[]): FoundLimit[] {
    const found: FoundLimit[] = [];
    const visited = new Set<unknown>();
    for (const pointer of pointers) visit(valueAt(document, pointer), pointer, 0);
    return found;

    function visit(value: unknown, nearest: string, level: number) {
      if (!isObject(value) || visited.has(value)) return;
      visited.add(value);
      if (level > maxLevels) {
        tooDeep ??= createLimit(commonConstructs.depth, nearest);
        add(value, tooDeep);
      }
      found.push(...(limits.get(value) ?? []));
      if (level > maxLevels) return;
      const target = typeof value.$ref === 'string' ? pointerOfRef(value.$ref) : undefined;
      if (target !== undefined) visit(valueAt(document, target), target, level + 1);
      for (const child of Object.values(value)) visit(child, nearest, level + 1);
    }
  }
}
