import { inspect } from 'node:util';

/**
 * Returns an object as it is.
 * @throws {TypeError} for a value that JSON changes or leaves out, because another request would be meant
 */
export function requireJson<Value extends object>(subject: string, value: Value): Value {
  const problem = isPlainObject(value) ? findProblem(value) : { path: [], value };
  if (problem === undefined) return value;

  const place = [subject, ...problem.path].join(', ');
  const expected = problem.path.length > 0 ? 'a value of JSON' : 'an object';
  throw new TypeError(`${place}: expected ${expected}, got ${describe(problem.value)}.`);
}

/**
 * Requires that an object has no other properties than these.
 * @throws {TypeError} for any other one, which would be ignored
 */
export function requireNames(subject: string, value: object, names: readonly string[]) {
  const unknown = Object.keys(requireJson(subject, value)).find((name) => !names.includes(name));
  if (unknown !== undefined)
    throw new TypeError(`${subject}: expected ${names.join(', ')}, got ${unknown}.`);
}

/** Finds the first value that JSON changes or leaves out, and its path. */
function findProblem(value: unknown): { path: string[]; value: unknown } | undefined {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return undefined;
  if (typeof value === 'number' && Number.isFinite(value)) return undefined;
  if (!Array.isArray(value) && !isPlainObject(value)) return { path: [], value };

  // Unlike Object.entries, `entries` includes the holes of a list.
  const children = Array.isArray(value) ? [...value.entries()] : Object.entries(value);
  for (const [name, child] of children) {
    const problem = findProblem(child);
    if (problem) return { ...problem, path: [`${name}`, ...problem.path] };
  }
  return undefined;
}

/** Whether a value is an object literal, also of another realm, in which some test runners run tests. */
function isPlainObject(value: unknown): value is object {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const prototype = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

function describe(value: unknown): string {
  if (value instanceof Promise) return 'a promise; await it first';
  const text = inspect(value, { breakLength: Infinity });
  const isPattern = Object.prototype.toString.call(value) === '[object RegExp]';
  return isPattern ? `${text}; write { contains: 'a part' }` : text;
}
