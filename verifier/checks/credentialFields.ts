import type { Contract, Operation } from '#contract';

/** The names of the properties for the user and the password. */
interface CredentialFields {
  user: string;
  password: string;
}

/** Finds the credentials in the body of a sign-in: exactly two properties are required, one of the format `password`. */
export function findCredentialFields(
  contract: Contract,
  { requestBody }: Operation,
): CredentialFields | undefined {
  const pointer = requestBody?.content[0]?.schemaPointer;
  if (pointer === undefined) return undefined;

  const { properties, required } = contract.schemaAt(pointer);
  const isPassword = (name: string) =>
    contract.schemaAt(properties.get(name) ?? '').keyword('format')?.value === 'password';
  const names = required.map(({ value }) => value);
  const password = names.find(isPassword);
  const user = names.find((name) => !isPassword(name));
  return password && user && names.length === 2 ? { user, password } : undefined;
}

/** Whether an operation is a sign-in. */
export function isSignIn(contract: Contract, operation: Operation): boolean {
  return findCredentialFields(contract, operation) !== undefined;
}
