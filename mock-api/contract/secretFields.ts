import { isObject } from './jsonPointer.ts';

/** Replaces a value that must not be printed or recorded. */
export const mask = '•••';

/** The names of all properties that a contract marks with `format: password`. */
export function findSecretFields(document: unknown): ReadonlySet<string> {
  const names = new Set<string>();
  const visit = (value: unknown) => {
    if (!isObject(value)) return;
    for (const [name, child] of Object.entries(value)) {
      if (isObject(child) && child.format === 'password') names.add(name);
      visit(child);
    }
  };
  visit(document);
  return names;
}

/** A copy of a parsed body with the values of these fields masked, at any depth. */
export function maskFields(value: unknown, names: ReadonlySet<string>): unknown {
  if (Array.isArray(value)) return value.map((item) => maskFields(item, names));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, child]) => [
      name,
      names.has(name) ? mask : maskFields(child, names),
    ]),
  );
}

/** Masks these fields in the query of a request target, in case a client sends them there. */
export function maskQuery(target: string, names: ReadonlySet<string>): string {
  return target.replace(/([?&])([^=&]*)=[^&]*/g, (pair, separator: string, name: string) =>
    names.has(name) ? `${separator}${name}=${mask}` : pair,
  );
}
