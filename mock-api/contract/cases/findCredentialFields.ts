import type { Contract, Operation } from '../contract.ts';
import { viewSchema } from './viewSchema.ts';

/** The fields of a body with which somebody signs in. */
export interface CredentialFields {
  user: string;
  password: string;
}

/**
 * An operation signs somebody in whose body has one field of the format `password` and one other
 * that is required.
 */
export function findCredentialFields(
  { document }: Contract,
  { requestBody }: Operation,
): CredentialFields | undefined {
  const pointer = requestBody?.content[0]?.schemaPointer;
  if (pointer === undefined) return undefined;
  const { properties, required } = viewSchema(document, pointer);
  const isPassword = (name: string) =>
    viewSchema(document, properties.get(name) ?? '').keyword('format')?.value === 'password';
  const names = required.map(({ value }) => value);
  const [password, ...morePasswords] = names.filter(isPassword);
  const [user, ...others] = names.filter((name) => !isPassword(name));
  if (!password || !user || morePasswords.length > 0 || others.length > 0) return undefined;
  return { user, password };
}
