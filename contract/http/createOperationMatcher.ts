import { match, type Token, TokenData } from 'path-to-regexp';
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
export function createOperationMatcher({ basePath, operations }: Contract) {
  const routes = [...Map.groupBy(operations, ({ path }) => path)]
    .map(([path, ofPath]) => ({ ...createRoute(basePath + path), operations: ofPath }))
    // OpenAPI matches a path without variables before one with variables; `{id}:archive` is not any `{id}`.
    .sort((a, b) => a.variableCount - b.variableCount || b.template.length - a.template.length);

  return function matchOperation(method: string, target: string): OperationMatch {
    const path = normalizePath(target);
    const route = routes.find(({ matchPath }) => matchPath(path ?? target));
    if (!route) return { kind: path === undefined ? 'malformed path' : 'unknown path' };

    const operation = selectOperation(route.operations, method);
    if (!operation) return rejectMethod(route.operations);

    const matched = path !== undefined && route.matchPath(path);
    if (!matched) return { kind: 'malformed path', operation };

    const values = Object.entries(matched.params).map(([name, value]) => {
      return [name, decodeURIComponent(String(value))];
    });
    return { kind: 'operation', operation, pathValues: Object.fromEntries(values) };
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

/** Encodes every character in the same way: to RFC 3986, `%2E` is a dot. Undefined if it is malformed. */
function normalizePath(path: string): string | undefined {
  if (/^[\w.~/-]*$/.test(path)) return path;

  try {
    return path.split('/').map(decodeURIComponent).map(encodeURIComponent).join('/');
  } catch {
    return undefined;
  }
}

/** Builds the pattern from tokens, because characters such as `:` and `*` are special in a pattern string. */
function createRoute(template: string) {
  const variable = /\{([^}]*)\}/;
  // Texts and the names of variables in turns.
  const tokens = template.split(variable).map((part, i): Token => {
    if (i % 2 === 1) return { type: 'param', name: part };
    return { type: 'text', value: normalizePath(part) ?? part };
  });
  const options = { sensitive: true, trailing: false, decode: false } as const;
  const matchPath = match(new TokenData(tokens, template), options);
  return { template, matchPath, variableCount: Math.floor(tokens.length / 2) };
}
