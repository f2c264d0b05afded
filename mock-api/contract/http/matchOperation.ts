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
  const templates = [...new Set(contract.operations.map(({ path }) => path))];
  const routes = templates
    .map((template) => ({
      ...compileTemplate(contract.basePath + template),
      template,
      operations: contract.operations.filter(({ path }) => path === template),
    }))
    // OpenAPI matches a path without variables before one with variables.
    .sort((a, b) => a.keys.length - b.keys.length);
  // A variable matches no slash. Trying every template is slow if there are hundreds.
  const routesByLength = Map.groupBy(routes, ({ template }) =>
    countSegments(contract.basePath + template),
  );

  return function matchOperation(method: string, path: string): OperationMatch {
    for (const { regexp, keys, template, operations } of routesByLength.get(countSegments(path)) ??
      []) {
      const values = regexp.exec(path)?.slice(1);
      if (!values) continue;

      const declared = operations.map((operation) => operation.method);
      const effective = method === 'HEAD' && !declared.includes('HEAD') ? 'GET' : method;
      const operation = operations.find((candidate) => candidate.method === effective);
      if (!operation) {
        const allowed = allowedMethods(declared);
        return { kind: 'method not declared', path: template, allowed };
      }
      const decoded = values.map(decode);
      if (decoded.includes(undefined)) return { kind: 'malformed path', operation };
      const pathValues = Object.fromEntries(keys.map(({ name }, i) => [name, decoded[i] ?? '']));
      return { kind: 'operation', operation, pathValues };
    }
    return decode(path) === undefined ? { kind: 'malformed path' } : { kind: 'unknown path' };
  };
}

function countSegments(path: string): number {
  return path.split('/').length;
}

/**
 * Builds the pattern from tokens, because characters such as `:` and `*` are special in a pattern
 * string.
 */
function compileTemplate(template: string): ReturnType<typeof pathToRegexp> {
  // split() puts the names of the variables at odd indexes.
  const tokens = template
    .split(/\{([^}]+)\}/)
    .map(
      (part, i): Token => (i % 2 ? { type: 'param', name: part } : { type: 'text', value: part }),
    );
  return pathToRegexp(new TokenData(tokens, template), { sensitive: true, trailing: false });
}

function allowedMethods(declared: readonly string[]): string[] {
  return declared.includes('GET') && !declared.includes('HEAD')
    ? [...declared, 'HEAD']
    : [...declared];
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
