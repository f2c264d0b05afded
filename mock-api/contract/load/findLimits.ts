import type { Operation } from '../contract.ts';
import { findTarget } from '../http/findLinks.ts';
import {
  describeReference,
  isObject,
  isRecord,
  joinPointer,
  pointerOfRef,
  valueAt,
} from '../jsonPointer.ts';
import { findSchemaError } from '../schema/compileSchema.ts';
import { commonConstructs } from './constructs.ts';
import { normalizeSchemas } from './normalizeSchemas.ts';
import { createLimit, type FoundLimit, visitDocument } from './visitDocument.ts';

/** The validator compiles and runs recursively: with about a third more levels it exceeds the call stack. */
const maxLevels = 1000;

/** Finds what is not supported in a document, and makes its schemas valid for JSON Schema 2020-12, in place. */
export function findLimits(document: Record<string, unknown>, version: string) {
  const { schemas, rootSchemas, limits, ignored, add } = visitDocument(document, version);
  normalizeSchemas(document, version, schemas);
  for (const { value, pointer } of schemas) {
    const problem = typeof value.$ref === 'string' && describeSchemaReference(value.$ref);
    if (!problem) continue;
    const reason = `The reference "${value.$ref}" ${problem}.`;
    add(value, { effect: 'unusable', pointer: joinPointer(pointer, '$ref'), reason });
  }
  for (const { value, pointer, owner } of rootSchemas) {
    const error = findSchemaError(value, pointer);
    if (!error) continue;
    add(isObject(value) ? value : owner, {
      effect: 'unusable',
      pointer: error.pointer,
      reason: error.value,
    });
  }
  let tooDeep: FoundLimit | undefined;
  let problems: ReadonlyMap<unknown, FoundLimit> | undefined;
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
    return problems.size > 0 ? problems.get(valueAt(document, pointer)) : undefined;
  }

  /** The nearest unusable limit of each object that has one, contains one or refers to one. */
  function findProblems(): ReadonlyMap<unknown, FoundLimit> {
    const found = new Map<unknown, FoundLimit>();
    for (const [owner, ofOwner] of limits) {
      const limit = ofOwner.find(({ effect }) => effect === 'unusable');
      if (limit) found.set(owner, limit);
    }
    if (found.size === 0) return found;
    const users = findUsers(document);
    for (const [value, limit] of found) {
      for (const user of users.get(value) ?? []) if (!found.has(user)) found.set(user, limit);
    }
    return found;
  }

  /** The limits of the whole document. */
  function findAll(operations: readonly Operation[]): FoundLimit[] {
    for (const operation of operations) addOperation(operation, operations);
    reach(operations.map(({ pointer }) => pointer));
    const ofRequests = new Set(reach(operations.flatMap(requestPointers)));
    const found = new Set([...limits.values()].flat());
    return [...found].filter((limit) => !limit.isOfRequest || ofRequests.has(limit));
  }

  /** The limits of an operation, its path and its security schemes. */
  function findOf(operation: Operation): FoundLimit[] {
    const { pointer, security } = operation;
    const pathItem = valueAt(document, parentOf(pointer));
    const schemes = security.flat().map((scheme) => scheme.pointer);
    const others = [...(limits.get(pathItem) ?? []), ...reach([pointer, '/security', ...schemes])];
    const ofRequest = reach(requestPointers(operation));
    return [...new Set([...others.filter((limit) => !limit.isOfRequest), ...ofRequest])];
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

  function describeSchemaReference(ref: string): string | undefined {
    const problem = describeReference(ref, document);
    if (problem !== undefined) return problem;
    const target = valueAt(document, pointerOfRef(ref) ?? '');
    return isRecord(target) || typeof target === 'boolean' ? undefined : 'points to no schema';
  }
}

function requestPointers({ pointer }: Operation): string[] {
  const owners = [`${pointer}/requestBody`, `${pointer}/parameters`];
  return [...owners, `${parentOf(pointer)}/parameters`];
}

function parentOf(pointer: string): string {
  return pointer.slice(0, pointer.lastIndexOf('/'));
}

/** The objects that contain or refer to each object of a document. */
function findUsers(document: object): ReadonlyMap<unknown, unknown[]> {
  const users = new Map<unknown, unknown[]>([[document, []]]);
  for (const [value] of users) {
    if (!isObject(value)) continue;
    const target = typeof value.$ref === 'string' ? pointerOfRef(value.$ref) : undefined;
    const others = target === undefined ? [] : [valueAt(document, target)];
    for (const child of [...Object.values(value), ...others].filter(isObject)) {
      const known = users.get(child);
      if (known) known.push(value);
      else users.set(child, [value]);
    }
  }
  return users;
}
