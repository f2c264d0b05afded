import type { CreateError } from '../ContractError.ts';
import type { MediaType, Operation } from '../contract.ts';
import { essenceOf, isForm, isJson } from '../http/mediaType.ts';
import { joinPointer } from '../jsonPointer.ts';
import { type ResolvedSchema, resolveSchema } from '../schema/resolveSchema.ts';

/** The values that can be sent as text. */
type Shape = 'a scalar' | 'a scalar or a list of scalars';

const listOrScalar: Shape = 'a scalar or a list of scalars';

/**
 * Rejects parameters, headers, fields of forms and texts whose schemas allow an object, a list of lists, or a list
 * outside of a query or a form.
 */
export function rejectStructures(
  document: unknown,
  operations: readonly Operation[],
  createError: CreateError,
): void {
  for (const { parameters, requestBody, responses } of operations) {
    for (const { in: place, schemaPointer } of parameters) {
      rejectSchema(schemaPointer, place === 'query' ? listOrScalar : 'a scalar');
    }
    const headers = responses.flatMap((response) => response.headers);
    for (const { schemaPointer } of headers) rejectSchema(schemaPointer, 'a scalar');

    const bodies = [...(requestBody?.content ?? []), ...responses.flatMap((it) => it.content)];
    for (const body of bodies) rejectBody(body);
  }

  function rejectBody({ mediaType, schemaPointer }: MediaType): void {
    const essence = essenceOf(mediaType);
    if (isJson(essence) || schemaPointer === undefined) return;

    if (isForm(essence)) rejectForm(schemaPointer);
    else rejectSchema(schemaPointer, 'a scalar');
  }

  function rejectForm(pointer: string): void {
    for (const { types, typePointer, keyword, properties } of findAlternatives(pointer)) {
      if (!types.has('object')) throw createError(typePointer, 'A form is an object of fields.');

      const additional = keyword('additionalProperties')?.pointer;
      for (const field of [...properties.values(), additional]) rejectSchema(field, listOrScalar);
    }
  }

  function rejectSchema(pointer: string | undefined, shape: Shape): void {
    if (pointer === undefined) return;

    for (const { types, typePointer, keyword } of findAlternatives(pointer)) {
      const isList = types.has('array');
      if (types.has('object') || (isList && shape === 'a scalar')) {
        throw createError(typePointer, `A value that is sent as text can only be ${shape}.`);
      }
      if (isList) rejectSchema(keyword('items')?.pointer, 'a scalar');
    }
  }

  /** Returns the schema at a pointer, or the schemas of its `anyOf` and `oneOf`. */
  function findAlternatives(pointer: string, visited = new Set<string>()): ResolvedSchema[] {
    if (visited.has(pointer)) return [];

    visited.add(pointer);
    const schema = resolveSchema(document, pointer);
    const { keyword } = schema;
    const choices = [keyword('anyOf'), keyword('oneOf')].filter((it) => it !== undefined);
    if (choices.length === 0) return [schema];

    return choices.flatMap((choice) =>
      Object.keys(Object(choice.value)).flatMap((key) =>
        findAlternatives(joinPointer(choice.pointer, key), visited),
      ),
    );
  }
}
