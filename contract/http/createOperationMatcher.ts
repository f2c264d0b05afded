import type { Contract, Operation } from '../contract.ts';

export type OperationMatch =
  | { kind: 'operation'; operation: Operation; pathValues: Readonly<Record<string, string>> }
  /** A path without the method. `path` is the template; `allowed` are its methods, and HEAD if it has GET. */
  | { kind: 'method not declared'; path: string; allowed: readonly string[] }
  /** A path with a malformed percent-encoding. The operation is undefined if no template matches. */
  | { kind: 'malformed path'; operation?: Operation }
  | { kind: 'unknown path' };

/**
 * Creates the function that finds the operation of a request. The path must still be percent-encoded and have no query;
 * the returned path values are decoded. HEAD matches GET.
 */
export function createOperationMatcher({ basePath, operations }: Contract) {
  const routes = [...Map.groupBy(operations, ({ path }) => path)]
    .map(([path, declared]) => ({ segments: readTemplate(basePath + path), declared }))
    // OpenAPI matches a path without variables before one with variables.
    .sort((a, b) => countVariables(a.segments) - countVariables(b.segments));

  return function matchOperation(method: string, path: string): OperationMatch {
    const texts = path.split('/').map(decodeSegment);
    const isMalformed = texts.includes(undefined);
    const route = routes.find(({ segments }) => hasTexts(segments, texts));
    if (!route) return { kind: isMalformed ? 'malformed path' : 'unknown path' };

    const operation = selectOperation(route.declared, method);
    if (!operation) return rejectMethod(route.declared);
    if (isMalformed) return { kind: 'malformed path', operation };

    const pairs = route.segments.map(({ variable = '' }, i) => [variable, texts[i] ?? '']);
    const pathValues = Object.fromEntries(pairs.filter(([variable]) => variable !== ''));
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

/** A part of a path between slashes: a text, or a variable with any text. */
interface Segment {
  text?: string | undefined;
  variable?: string | undefined;
}

function readTemplate(template: string): Segment[] {
  return template.split('/').map((part) => {
    const [, variable] = /^\{(.*)\}$/.exec(part) ?? [];
    return variable === undefined ? { text: decodeSegment(part) } : { variable };
  });
}

function countVariables(segments: readonly Segment[]): number {
  return segments.filter(({ variable }) => variable !== undefined).length;
}

/** Whether a path has the texts of a template, and a text for each variable; a malformed one is undefined. */
function hasTexts(segments: readonly Segment[], texts: readonly (string | undefined)[]): boolean {
  if (segments.length !== texts.length) return false;

  return segments.every(({ text, variable }, i) =>
    variable === undefined ? text === texts[i] : texts[i] !== '',
  );
}

/** Decodes a segment, also `%2E`, which RFC 3986 equates with a dot. Returns undefined if it is malformed. */
function decodeSegment(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}
