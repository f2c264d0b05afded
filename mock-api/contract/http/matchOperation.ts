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
    for (const { regexp, operations } of routes) {
      const values = regexp.exec(path ?? target)?.slice(1);
      if (!values) continue;

      const declared = operations.map((operation) => operation.method);
      const effective = method === 'HEAD' && !declared.includes('HEAD') ? 'GET' : method;
      const operation = operations.find((candidate) => candidate.method === effective);
      if (!operation) {
        const allowed = [...new Set([...declared, ...(declared.includes('GET') ? ['HEAD'] : [])])];
        return { kind: 'method not declared', path: operations[0]?.path ?? '', allowed };
      }
      if (path === undefined) return { kind: 'malformed path', operation };
      const names = [...operation.path.matchAll(variable)];
      const decoded = values.map(decodeURIComponent);
      const pathValues = Object.fromEntries(names.map(([, name], i) => [name, decoded[i] ?? '']));
      return { kind: 'operation', operation, pathValues };
    }
    return { kind: path === undefined ? 'malformed path' : 'unknown path' };
  };
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
