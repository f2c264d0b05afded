import { type Contract, isObject, type Operation, valueAt } from '#contract';

const safeMethods = ['GET', 'HEAD', 'OPTIONS', 'TRACE'];

export function isSafeMethod(method: string): boolean {
  return safeMethods.includes(method);
}

/** Whether an operation may change state, by its HTTP method or `x-safe: false`. */
export function isWriteOperation({ document }: Contract, { method, pointer }: Operation): boolean {
  const definition = valueAt(document, pointer);
  return !isSafeMethod(method) || (isObject(definition) && definition['x-safe'] === false);
}
