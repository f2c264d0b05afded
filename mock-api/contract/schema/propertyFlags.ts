import type { ResolvedSchema } from './resolveSchema.ts';

export function isReadOnly(schema: ResolvedSchema): boolean {
  return schema.keyword('readOnly')?.value === true;
}

export function isWriteOnly(schema: ResolvedSchema): boolean {
  return schema.keyword('writeOnly')?.value === true;
}

/** Whether the contract marks a value with `x-single-use`: it is valid for one request only. */
export function isSingleUse(schema: ResolvedSchema): boolean {
  return schema.keyword('x-single-use')?.value === true;
}

/** Whether the contract itself has a value for the schema. */
export function hasExample(schema: ResolvedSchema): boolean {
  return ['examples', 'example', 'default', 'const'].some((name) => schema.keyword(name));
}
