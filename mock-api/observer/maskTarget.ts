import type { Contract } from '../contract/contract.ts';
import { isObject } from '../contract/pointer.ts';

const MASK = '•••';

/**
 * Makes the function that takes out of an address whatever may be somebody's: of the path stays what
 * the contract itself spells out, of the query the names that it declares.
 */
export function createTargetMask({ basePath, operations }: Contract) {
  const segments = new Set(
    operations
      .flatMap(({ path }) => (basePath + path).split('/'))
      .filter((part) => !/[{}]/.test(part)),
  );
  const names = new Set(
    operations.flatMap(({ parameters }) =>
      parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name),
    ),
  );
  return function maskTarget(target: string): string {
    const [path = '', ...query] = target.split('?');
    const masked = path
      .split('/')
      .map((segment) => (segments.has(segment) ? segment : MASK))
      .join('/');
    if (query.length === 0) return masked;
    const pairs = [...new URLSearchParams(query.join('?')).keys()].map(
      (name) => `${names.has(name) ? name : MASK}=${MASK}`,
    );
    return `${masked}?${pairs.join('&')}`;
  };
}

/** A body's shape without any of its values. Names that the contract does not know are values too. */
export function maskValues(value: unknown, known: ReadonlySet<string>): unknown {
  if (Array.isArray(value)) return value.map((item) => maskValues(item, known));
  if (!isObject(value)) return MASK;
  return Object.fromEntries(
    Object.entries(value).map(([name, child]) => [
      known.has(name) ? name : MASK,
      maskValues(child, known),
    ]),
  );
}

/** The names of all properties that a contract declares anywhere. */
export function propertyNames({ document }: Contract): ReadonlySet<string> {
  const names = new Set<string>();
  const visit = (value: unknown) => {
    if (!isObject(value)) return;
    if (isObject(value.properties))
      for (const name of Object.keys(value.properties)) names.add(name);
    for (const child of Object.values(value)) visit(child);
  };
  visit(document);
  return names;
}
