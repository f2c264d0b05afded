import type { Contract } from '../contract/contract.ts';
import { isObject } from '../contract/jsonPointer.ts';
import { mask } from '../contract/secretFields.ts';

export interface ValueMasks {
  /** Keeps only the path segments and the query parameter names that the contract declares. */
  maskTarget(target: string): string;
  /** Keeps only the structure of a parsed body and the property names that the contract declares. */
  maskBody(body: unknown): unknown;
}

/** Creates the functions that mask everything in a request that may be personal data. */
export function createValueMasks(contract: Contract): ValueMasks {
  const { basePath, operations, document } = contract;
  const segments = new Set(
    operations
      .flatMap(({ path }) => (basePath + path).split('/'))
      .filter((segment) => !/[{}]/.test(segment)),
  );
  const parameterNames = new Set(
    operations.flatMap(({ parameters }) =>
      parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name),
    ),
  );
  const propertyNames = findPropertyNames(document);

  function maskTarget(target: string): string {
    const [path = '', ...query] = target.split('?');
    const masked = path
      .split('/')
      .map((segment) => (segments.has(segment) ? segment : mask))
      .join('/');
    if (query.length === 0) return masked;
    const pairs = [...new URLSearchParams(query.join('?')).keys()].map(
      (name) => `${parameterNames.has(name) ? name : mask}=${mask}`,
    );
    return `${masked}?${pairs.join('&')}`;
  }

  function maskBody(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(maskBody);
    if (!isObject(value)) return mask;
    return Object.fromEntries(
      Object.entries(value).map(([name, child]) => [
        propertyNames.has(name) ? name : mask,
        maskBody(child),
      ]),
    );
  }

  return { maskTarget, maskBody };
}

/** The names of all properties that a contract declares, at any depth. */
function findPropertyNames(document: unknown): ReadonlySet<string> {
  const names = new Set<string>();
  const visit = (value: unknown) => {
    if (!isObject(value)) return;
    if (isObject(value.properties)) {
      for (const name of Object.keys(value.properties)) names.add(name);
    }
    for (const child of Object.values(value)) visit(child);
  };
  visit(document);
  return names;
}
