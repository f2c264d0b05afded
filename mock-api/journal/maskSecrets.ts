import { isObject } from '../contract/pointer.ts';

const MASK = '•••';

/** The names of all fields that the contract marks as `format: password`. */
export function findSecretNames(document: unknown): ReadonlySet<string> {
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

/** A copy in which fields with these names hold no more than a mask. */
export function maskSecrets(value: unknown, names: ReadonlySet<string>): unknown {
  if (Array.isArray(value)) return value.map((item) => maskSecrets(item, names));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, child]) => [
      name,
      names.has(name) ? MASK : maskSecrets(child, names),
    ]),
  );
}

/** The same for an address: somebody may put into its query what belongs into a form. */
export function maskQuery(address: string, names: ReadonlySet<string>): string {
  return address.replace(/([?&])([^=&]*)=[^&]*/g, (pair, mark: string, name: string) =>
    names.has(name) ? `${mark}${name}=${MASK}` : pair,
  );
}
