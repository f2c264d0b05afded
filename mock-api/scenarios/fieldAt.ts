/** The value of a field, which may be nested: `address.city`, `tags.0`. */
export function fieldAt(value: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((owner, name) => {
    const isOwn = typeof owner === 'object' && owner !== null && Object.hasOwn(owner, name);
    return isOwn ? owner[name as keyof typeof owner] : undefined;
  }, value);
}
