import { pathToRegexp, type Token, TokenData } from 'path-to-regexp';
import type { Contract, Operation } from '../contract.ts';

export type OperationMatch =
  | { kind: 'operation'; operation: Operation; pathValues: Readonly<Record<string, string>> }
  /** `path` is the template; `allowed` are the methods that it declares, and HEAD with GET. */
  | { kind: 'method not declared'; path: string; allowed: readonly string[] }
  /** The operation is undefined if no template matches. */
  | { kind: 'malformed path'; operation?: Operation }
  | { kind: 'unknown path' };

/**
 * Creates the function that finds the operation for a request. The path must still be
 * percent-encoded and have no query; the returned path values are decoded. HEAD matches GET.
 */
export function createOperationMatcher(contract: Contract) {
  const routes = [...Map.groupBy(contract.operations, ({ path }) => path.replace(variable, '{}'))]
    .map(([path, operations]) => ({ ...compileTemplate(contract.basePath + path), operations }))
    // OpenAPI matches a path without variables before one with variables; `{id}:archive` is not any `{id}`.
    .sort((a, b) => a.keys.length - b.keys.length || b.template.length - a.template.length);

  return function matchOperation(method: string, target: string): OperationMatch {
    const path = normalizePath(target);
    const route = routes.find(({ regexp }) => regexp.test(path ?? target));
    if (!route) return { kind: path === undefined ? 'malformed path' : 'unknown path' };

    const operation = selectOperation(route.operations, method);
    if (!operation) return rejectMethod(route.operations);
    if (path === undefined) return { kind: 'malformed path', operation };

    const values = route.regexp.exec(path)?.slice(1).map(decodeURIComponent) ?? [];
    const names = [...operation.path.matchAll(variable)];
    const pathValues = Object.fromEntries(names.map(([, name], i) => [name, values[i] ?? '']));
    return { kind: 'operation', operation, pathValues };
  };
}

function selectOperation(operations: readonly Operation[], method: string): Operation | undefined {
  const declared = operations.find((operation) => operation.method === method);
  if (declared || method !== 'HEAD') return declared;

  return operations.find((operation) => operation.method === 'GET');
}

function rejectMethod(operations: readonly Operation[]): OperationMatch {
  const allowed = new Set(operations.map(({ method }) => method));
  if (allowed.has('GET')) allowed.add('HEAD');
  const [first] = operations;
  return { kind: 'method not declared', path: first?.path ?? '', allowed: [...allowed] };
}

const variable = /\{([^}]*)\}/g;

/** Encodes every character in the same way: to RFC 3986, `%2E` is a dot. Undefined if it is malformed. */
function normalizePath(path: string): string | undefined {
  if (/^[\w.~/-]*$/.test(path)) return path;
  try {
    return path.split('/').map(decodeURIComponent).map(encodeURIComponent).join('/');
  } catch {
    return undefined;
  }
}

/**
 * Builds the pattern from tokens, because characters such as `:` and `*` are special in a pattern
 * string.
 */
function compileTemplate(template: string) {
  const tokens = template
    .split('{}')
    .flatMap((text, i): Token[] => [
      ...(i > 0 ? [{ type: 'param', name: String(i) } as const] : []),
      { type: 'text', value: normalizePath(text) ?? text },
    ]);
  const data = new TokenData(tokens, template);
  return { template, ...pathToRegexp(data, { sensitive: true, trailing: false }) };
}
