import { type Contract, isRecord, type Operation } from '#contract';
import { readJson } from '../model.ts';

/** The texts in a request's body, by the names of its properties or fields. */
export function requestFields(body: Buffer | undefined): ReadonlyMap<string, string> {
  if (!body) return new Map();

  const value = readJson({ body });
  const entries = isRecord(value) ? Object.entries(value) : [...new URLSearchParams(String(body))];
  return new Map(
    entries.flatMap(([name, text]) => (typeof text === 'string' ? [[name, text] as const] : [])),
  );
}

export interface CredentialFields {
  user: string;
  password: string;
}

/** The properties of a sign-in's body: exactly two are required, and one has the format `password`. */
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
