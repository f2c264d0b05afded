import type { Contract, MediaType } from '#contract';

/** Finds the properties of the first media type of a body, as JSON pointers of their schemas by name. */
export function propertiesOf(
  contract: Contract,
  [media]: readonly MediaType[] = [],
): ReadonlyMap<string, string> {
  if (media?.schemaPointer === undefined) return new Map();
  return contract.schemaAt(media.schemaPointer).properties;
}
