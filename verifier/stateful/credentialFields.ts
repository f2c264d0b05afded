import { type Contract, isObject, type Operation, resolveSchema } from '#contract';
import type { RequestValues } from '../plan/wireRequest.ts';

/** The names of the body properties that hold a user name and a password. */
export interface CredentialFields {
  user: string;
  password: string;
}

/**
 * Finds the credential fields of a sign-in operation: one whose body requires exactly two
 * properties, of which one has the format `password`.
 */
export function findCredentialFields(
  { document }: Contract,
  { requestBody }: Operation,
): CredentialFields | undefined {
  const pointer = requestBody?.content[0]?.schemaPointer;
  if (pointer === undefined) return undefined;

  const { properties, required } = resolveSchema(document, pointer);
  const isPassword = (name: string) =>
    resolveSchema(document, properties.get(name) ?? '').keyword('format')?.value === 'password';
  const names = required.map(({ value }) => value);
  const [password, ...morePasswords] = names.filter(isPassword);
  const [user, ...others] = names.filter((name) => !isPassword(name));
  if (!password || !user || morePasswords.length > 0 || others.length > 0) return undefined;

  return { user, password };
}

export interface Credentials {
  user: string;
  password: string;
}

/** Creates the function that puts credentials into the body of a request. */
export function withCredentials(fields: CredentialFields, { user, password }: Credentials) {
  return (values: RequestValues): RequestValues => {
    if (!isObject(values.body)) return values;

    const credentials = { [fields.user]: user, [fields.password]: password };
    return { ...values, body: { ...values.body, ...credentials } };
  };
}
