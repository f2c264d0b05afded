import { type Contract, isRecord, isSingleUse, type Operation } from '#contract';
import { findCredentialFields } from '../checks/credentialFields.ts';
import type { VerifyOptions } from '../model.ts';
import type { RequestValues } from './encodeRequest.ts';
import { onceValue } from './onceValue.ts';

export type BaseOptions = Pick<VerifyOptions, 'contract' | 'existingValues' | 'credentials'>;
export type Body = Readonly<Record<string, unknown>>;

/** Markup in the name shows whether a sign-in page repeats it unescaped. */
export const inventedUser = 'contract-check-<b>no-such-user';
export const inventedPassword = 'contract-check-no-such-password';
export const inventedId = 'contract-check-no-such-id';

/** What a person writes begins with it, so that its reader knows where it comes from. */
const tag = '[contract-check]';

/** The plainest values that the contract allows, or such that exist; undefined if it has no example of one. */
export function createBaseValues(
  options: BaseOptions,
  operation: Operation,
): RequestValues | undefined {
  const { contract, existingValues } = options;
  const parameters = new Map<string, unknown>();
  for (const parameter of operation.parameters) {
    const { in: place, name, examples, required, schemaPointer } = parameter;
    const isOnce = isSingleUse(contract.document, schemaPointer);
    const value = existingValues.get(name) ?? (isOnce ? onceValue : examples[0]?.value);
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

/** An example of a body with values that exist, values that were not used, the tag and the user's credentials. */
export function createBody(options: BaseOptions, operation: Operation, example: unknown): unknown {
  const pointer = operation.requestBody?.content[0]?.schemaPointer;
  if (!isRecord(example) || pointer === undefined) return example;

  const replaced = replaceValues(options, pointer, example);
  return { ...example, ...replaced, ...credentialsOf(options, operation) };
}

/** In place of the values of an example: those that exist, those that can be used once, and the tag. */
function replaceValues(
  { contract, existingValues }: BaseOptions,
  pointer: string,
  example: Body,
): Body {
  const replaced: Record<string, unknown> = {};
  for (const [name, property] of contract.schemaAt(pointer).properties) {
    const value = example[name];
    if (!Object.hasOwn(example, name)) continue;

    const existing = existingValues.get(name);
    if (existing !== undefined) replaced[name] = toType(contract, property, existing);
    else if (isSingleUse(contract.document, property)) replaced[name] = onceValue;
    else if (typeof value === 'string' && mayHaveTag(contract, property, value))
      replaced[name] = `${tag} ${value}`;
  }
  return replaced;
}

/** A value of the command line in the type of its property. */
function toType(contract: Contract, pointer: string, text: string): unknown {
  const { types } = contract.schemaAt(pointer);
  const isNumber = types.has('number') || types.has('integer');
  return isNumber && !types.has('string') ? Number(text) : text;
}

function credentialsOf({ contract, credentials }: BaseOptions, operation: Operation): Body {
  const fields = findCredentialFields(contract, operation);
  if (!fields) return {};

  const { user = inventedUser, password = inventedPassword } = credentials ?? {};
  return { [fields.user]: user, [fields.password]: password };
}

/** A text with a limit, and no number as well: ids have shorter limits or none. */
function mayHaveTag(contract: Contract, pointer: string, value: string): boolean {
  const { types, limit } = contract.schemaAt(pointer);
  const max = limit('maxLength')?.value ?? 0;
  return isFreeText(contract, pointer) && types.size === 1 && `${tag} ${value}`.length <= max;
}

/** Whether a schema allows what a person writes, rather than an id or a code. */
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

/** The text in place of a value, with what the value must keep. */
export function textLike(value: unknown, text: string): string {
  if (value === onceValue) return `${text} ${onceValue}`;
  return isTagged(value) ? `${tag} ${text}` : text;
}
