import type { Operation } from '../contract.ts';
import { findTarget } from '../http/findLinks.ts';
import { mayBeMissing } from '../http/findResponse.ts';
import { isObject, joinPointer, pointerOfRef, valueAt } from '../jsonPointer.ts';
import { resolveSchema } from '../schema/resolveSchema.ts';
import { commonConstructs } from './constructs.ts';
import { createLimit, type FoundLimit, visitDocument } from './visitDocument.ts';

/** The validator compiles and runs recursively: with about a third more levels it exceeds the call stack. */
const maxLevels = 1000;

/** Finds what is not supported in a document, and makes its schemas valid for JSON Schema 2020-12, in place. */
export function findLimits(document: Record<string, unknown>, version: string) {
  const { limits, ignored, add } = visitDocument(document, version);
  let tooDeep: FoundLimit | undefined;
  let problems: ReadonlyMap<unknown, FoundLimit> | undefined;
  /** What the operations contain or refer to, each after most of what it contains. */
  let used: readonly object[] = [];
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
    problems ??= findProblems();
    return problems.get(valueAt(document, pointer));
  }

  function findProblems(): ReadonlyMap<unknown, FoundLimit> {
    const found = new Map<unknown, FoundLimit>();
    for (const [owner, ofOwner] of limits) {
      const limit = ofOwner.find(({ effect }) => effect === 'unusable');
      if (limit) found.set(owner, limit);
    }
    let before: number;
    do {
      before = found.size;
      for (const user of used) {
        const limit = found.get(childrenOf(user).find((child) => found.has(child)));
        if (limit && !found.has(user)) found.set(user, limit);
      }
    } while (found.size > before);
    return found;
  }

  /** The limits of the whole document. */
  function findAll(operations: readonly Operation[]): FoundLimit[] {
    for (const operation of operations) addOperation(operation, operations);
    used = [...reach(operations.map(({ pointer }) => parentOf(pointer)))].reverse();
    return [...new Set([...limits.values()].flat())];
  }

  /** The limits of an operation, its path and its security schemes. */
  function findOf({ pointer, security }: Operation): FoundLimit[] {
    const path = parentOf(pointer);
    const schemes = security.flat().map((scheme) => scheme.pointer);
    const reached = reach([pointer, joinPointer(path, 'parameters'), '/security', ...schemes]);
    return [valueAt(document, path), ...reached].flatMap((it) => limits.get(it) ?? []);
  }

  /** Notes what can be told from an operation whose references have been followed. */
  function addOperation(operation: Operation, operations: readonly Operation[]) {
    for (const construct of findStateless(operation, operations)) {
      const { pointer } = operation;
      add(valueAt(document, pointer), createLimit(construct, pointer));
    }
    for (const { status, content, links } of operation.responses) {
      const [, second] = content;
      if (second && /^2/.test(status)) {
        const { pointer, mediaType } = second;
        add(
          valueAt(document, pointer),
          createLimit(commonConstructs.secondType, pointer, mediaType),
        );
      }
      for (const link of links) {
        const { pointer, name, expectedStatus } = link;
        if (!findTarget(operations, link)) {
          add(valueAt(document, pointer), createLimit(commonConstructs.link, pointer, name));
        } else if (expectedStatus !== undefined) {
          add(valueAt(document, pointer), createLimit(commonConstructs.failingLink, pointer, name));
        }
      }
    }
  }

  /** What decides which response a backend sends, where the mock always sends the first example. */
  function* findStateless(operation: Operation, operations: readonly Operation[]) {
    const { method, path, parameters, requestBody, responses } = operation;
    const read = operations.find((it) => it.method === 'GET' && it.path === path);
    if (method === 'DELETE' && read && mayBeMissing(read)) {
      yield commonConstructs.deletion;
    }
    if (read === operation && parameters.some((it) => it.in === 'path' && it.examples.length > 1)) {
      yield commonConstructs.secondId;
    }
    const pointer = requestBody?.content[0]?.schemaPointer;
    if (pointer === undefined || !responses.some(({ status }) => status === '401')) return;
    const fields = [...resolveSchema(document, pointer).properties.values()];
    const isPassword = (field: string) =>
      resolveSchema(document, field).keyword('format')?.value === 'password';
    if (fields.some(isPassword)) yield commonConstructs.password;
  }

  /** The values at these pointers, and all that they contain or refer to. */
  function reach(pointers: readonly string[]): ReadonlySet<object> {
    const visited = new Set<object>();
    for (const pointer of pointers) visit(valueAt(document, pointer), pointer, 0);
    return visited;

    function visit(value: unknown, start: string, level: number) {
      if (!isObject(value) || visited.has(value)) return;
      visited.add(value);
      if (level > maxLevels) {
        tooDeep ??= createLimit(commonConstructs.depth, start);
        return add(value, tooDeep);
      }
      for (const child of childrenOf(value)) visit(child, start, level + 1);
    }
  }

  /** What an object contains or refers to. */
  function childrenOf(value: object): unknown[] {
    const target = '$ref' in value ? pointerOfRef(String(value.$ref)) : undefined;
    return [target === undefined ? undefined : valueAt(document, target), ...Object.values(value)];
  }
}

function parentOf(pointer: string): string {
  return pointer.slice(0, pointer.lastIndexOf('/'));
}
