import { type Contract, findLinks, isObject, type Operation, valueAt } from '#contract';
import type { Case, Exchange } from '../model.ts';

const safeMethods = ['GET', 'HEAD', 'OPTIONS', 'TRACE'];

/** A pattern of texts with which frameworks override the method: `X-HTTP-Method-Override: DELETE`, `_method=DELETE`. */
const overriddenMethod = /method\S*[=:] *(post|put|patch|delete)\b/i;

/** Whether a server may interpret a request as a change. */
export function isWrite(
  contract: Contract,
  { operation, request }: Pick<Case, 'operation' | 'request'>,
): boolean {
  const { method, target, headers } = request;
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  if (!safeMethods.includes(method)) return true;
  if ([target, ...lines].some((text) => overriddenMethod.test(text))) return true;
  return method === operation.method && isWriteOperation(contract, operation);
}

/** Whether an operation may change state, by its HTTP method or `x-safe: false`. */
export function isWriteOperation({ document }: Contract, { method, pointer }: Operation): boolean {
  const definition = valueAt(document, pointer);
  return !safeMethods.includes(method) || (isObject(definition) && definition['x-safe'] === false);
}

/** Whether an operation ends a session or deletes a resource: a link from it expects an error, such as a 401 or 404. */
export function endsSessionOrResource(contract: Contract, operation: Operation): boolean {
  return findLinks(contract, operation).some(({ link }) => (link.expectedStatus ?? 0) >= 400);
}

/** Whether a request may end its session, as a sign-out does. */
export function mayEndSession(contract: Contract, { operation, request }: Exchange): boolean {
  return isWriteOperation(contract, operation) && !request.body;
}
