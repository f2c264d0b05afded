import type { Contract, Operation } from './contract.ts';

export type Match =
  | { kind: 'operation'; operation: Operation; pathValues: Readonly<Record<string, string>> }
  | { kind: 'method not declared'; path: string; allowed: readonly string[] }
  | { kind: 'malformed path' }
  | { kind: 'unknown path' };

/**
 * Makes the function that finds the operation a request means. The path is as it stands on the wire,
 * without the query; the values it gives are decoded. HEAD goes with GET.
 */
export function createMatcher(contract: Contract) {
  const paths = [...new Set(contract.operations.map(({ path }) => path))];
  const routes = paths
    .map((path) => ({
      ...compilePath(contract.basePath + path),
      path,
      operations: contract.operations.filter((operation) => operation.path === path),
    }))
    // A path without variables comes before one with: the specification says so.
    .sort((a, b) => a.names.length - b.names.length);

  return function matchOperation(method: string, path: string): Match {
    for (const { pattern, names, path: template, operations } of routes) {
      const values = pattern.exec(path)?.slice(1);
      if (!values) continue;

      const methods = operations.map((operation) => operation.method);
      const wanted = method === 'HEAD' && !methods.includes('HEAD') ? 'GET' : method;
      const operation = operations.find((candidate) => candidate.method === wanted);
      if (!operation)
        return { kind: 'method not declared', path: template, allowed: allowedMethods(methods) };

      const decoded = values.map(decode);
      if (decoded.includes(undefined)) return { kind: 'malformed path' };
      const pathValues = Object.fromEntries(names.map((name, i) => [name, decoded[i] ?? '']));
      return { kind: 'operation', operation, pathValues };
    }
    return decode(path) === undefined ? { kind: 'malformed path' } : { kind: 'unknown path' };
  };
}

function compilePath(path: string): { pattern: RegExp; names: string[] } {
  const names: string[] = [];
  const source = path
    .split(/(\{[^}]+\})/)
    .map((part) => {
      if (!part.startsWith('{')) return part.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
      names.push(part.slice(1, -1));
      return '([^/]+)';
    })
    .join('');
  return { pattern: new RegExp(`^${source}$`), names };
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
