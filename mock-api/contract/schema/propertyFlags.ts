import type { ResolvedSchema } from './resolveSchema.ts';

/** Whether the contract marks a value with `x-single-use`: it is valid for one request only. */
export function isSingleUse(schema: ResolvedSchema): boolean {
  return schema.keyword('x-single-use')?.value === true;
}

/** Whether the contract itself has a value for the schema. */
export function hasExample(schema: ResolvedSchema): boolean {
  return ['examples', 'example', 'default', 'const'].some((name) => schema.keyword(name));
}
