import { type Contract, isRecord, isSingleUse, type Operation } from '#contract';
import { findCredentialFields } from '../checks/credentialFields.ts';
import { propertiesOf } from '../checks/propertiesOf.ts';
import type { VerifyOptions } from '../model.ts';
import type { RequestValues } from './encodeRequest.ts';
import { singleUsePlaceholder } from './singleUsePlaceholder.ts';

export type BaseOptions = Pick<VerifyOptions, 'contract' | 'existingValues' | 'credentials'>;
export type Body = Readonly<Record<string, unknown>>;

/** A user name that does not exist. With its markup, a check notices a page that repeats it unescaped. */
export const inventedUser = 'contract-check-<b>no-such-user';
export const inventedPassword = 'contract-check-no-such-password';
export const inventedId = 'contract-check-no-such-id';

/** The beginning of free texts, by which readers recognize that the verifier has sent them. */
const tag = '[contract-check]';

/**
 * Creates the values of a base request: existing ones of the options, or examples of the contract. Undefined if it has
 * no example of a required one.
 */
export function createBaseValues(
  options: BaseOptions,
  operation: Operation,
): RequestValues | undefined {
  const { contract, existingValues } = options;
  const parameters = new Map<string, unknown>();
  for (const parameter of operation.parameters) {
    const { in: place, name, examples, required, schemaPointer } = parameter;
    const example = isSingleUse(contract.document, schemaPointer)
      ? singleUsePlaceholder
      : examples[0]?.value;
    const value = existingValues.get(name) ?? example;
    if (value === undefined && required) return undefined;
    if (value !== undefined) parameters.set(`${place} ${name}`, value);
  }
  const [media] = operation.requestBody?.content ?? [];
  if (!media) return { parameters };

  const [example] = media.examples;
  if (!example) return operation.requestBody?.required ? undefined : { parameters };

  const body = createBody(options, operation, example.value);
  return { parameters, mediaType: media.mediaType, body };
}

/** Creates a body from an example, with existing and single-use values, the tag and the credentials of the options. */
export function createBody(options: BaseOptions, operation: Operation, example: unknown): unknown {
  if (!isRecord(example)) return example;

  const { contract, existingValues } = options;
  const body: Record<string, unknown> = { ...example };
  for (const [name, property] of propertiesOf(contract, operation.requestBody?.content)) {
    const value = example[name];
    if (!Object.hasOwn(example, name)) continue;

    const existing = existingValues.get(name);
    if (existing !== undefined) body[name] = toType(contract, property, existing);
    else if (isSingleUse(contract.document, property)) body[name] = singleUsePlaceholder;
    else if (typeof value === 'string' && mayHaveTag(contract, property, value))
      body[name] = `${tag} ${value}`;
  }
  return { ...body, ...credentialsOf(options, operation) };
}

/** Converts a text of the command line to the type of its property. */
function toType(contract: Contract, pointer: string, text: string): unknown {
  const { types } = contract.schemaAt(pointer);
  const isNumber = types.has('number') || types.has('integer');
  return isNumber && !types.has('string') ? Number(text) : text;
}

/** Returns the fields of a sign-in with the credentials of the options, or with those of a user who does not exist. */
function credentialsOf({ contract, credentials }: BaseOptions, operation: Operation): Body {
  const fields = findCredentialFields(contract, operation);
  if (!fields) return {};

  const { user = inventedUser, password = inventedPassword } = credentials ?? {};
  return { [fields.user]: user, [fields.password]: password };
}

/** Whether the tag fits into a text. A schema without a limit, or one that also allows numbers, may be that of an id. */
function mayHaveTag(contract: Contract, pointer: string, value: string): boolean {
  const { types, limit } = contract.schemaAt(pointer);
  const max = limit('maxLength')?.value ?? 0;
  return isFreeText(contract, pointer) && types.size === 1 && `${tag} ${value}`.length <= max;
}

/** Whether a schema accepts any text, rather than ids or codes. */
export function isFreeText(contract: Contract, pointer: string): boolean {
  const { types, keyword } = contract.schemaAt(pointer);
  const isCoded = ['pattern', 'enum', 'const'].some((name) => keyword(name) !== undefined);
  const format = keyword('format')?.value ?? 'password';
  return types.has('string') && !isCoded && format === 'password';
}

/** Whether a value begins with the tag. */
export function isTagged(value: unknown): boolean {
  return String(value).startsWith(tag);
}

/** Replaces a value by a text, which keeps the tag or the placeholder of a single-use value. */
export function replaceText(value: unknown, text: string): string {
  if (value === singleUsePlaceholder) return `${text} ${singleUsePlaceholder}`;
  return isTagged(value) ? `${tag} ${text}` : text;
}
