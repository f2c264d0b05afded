import type { Example, Header, Link, MediaType, Parameter, Value } from './contract.ts';
import type { Cursor } from './createCursor.ts';
import { isObject, joinPointer } from './pointer.ts';

/** Reads what a parameter, a header and a body have in common: schema and examples. */
export type ValueReader = (place: Cursor) => Value;

const STYLES: Record<string, string> = {
  path: 'simple',
  query: 'form',
  header: 'simple',
  cookie: 'form',
};

export function readParameter(place: Cursor, readValue: ValueReader): Parameter {
  const where = (place.text('in') ?? 'query') as Parameter['in'];
  const style = place.text('style') ?? STYLES[where] ?? 'form';
  return {
    ...readValue(place),
    name: place.text('name') ?? '',
    in: where,
    required: where === 'path' || place.get('required')?.value === true,
    style,
    explode: readExplode(place, style),
  };
}

export function readHeader(name: string, place: Cursor, readValue: ValueReader): Header {
  return {
    ...readValue(place),
    name,
    required: place.get('required')?.value === true,
    style: 'simple',
    explode: readExplode(place, 'simple'),
  };
}

export function readContent(place: Cursor, readValue: ValueReader): MediaType[] {
  return (place.get('content')?.entries() ?? []).map(([mediaType, media]) => ({
    ...readValue(media),
    mediaType,
  }));
}

export function readLink(name: string, place: Cursor): Link {
  const operationId = place.text('operationId');
  const operationRef = place.text('operationRef');
  const parameters = place.get('parameters')?.value;
  return {
    name,
    pointer: place.pointer,
    ...(operationId !== undefined && { operationId }),
    ...(operationRef !== undefined && { operationRef }),
    parameters: isObject(parameters) ? parameters : {},
    ...(place.get('requestBody') && { requestBody: place.get('requestBody')?.value }),
  };
}

/** Named examples, the single one, else those that the schema itself carries. */
export function readExamples(place: Cursor): Example[] {
  const named = (place.get('examples')?.entries() ?? []).filter(
    ([, example]) => isObject(example.value) && 'value' in example.value,
  );
  if (named.length > 0) {
    return named.map(([name, example]) => ({
      name,
      summary: example.text('summary') ?? '',
      pointer: joinPointer(example.pointer, 'value'),
      value: isObject(example.value) ? example.value.value : undefined,
    }));
  }
  const schema = place.get('schema');
  const single =
    plain(place, 'example') ?? plain(schema, 'examples', '0') ?? plain(schema, 'default');
  return single ? [{ name: 'example', summary: '', ...single }] : [];
}

/** A literal value: a `$ref` inside it is data and stays. */
function plain(place: Cursor | undefined, ...path: string[]) {
  let value = place?.value;
  for (const key of path) {
    if (!isObject(value) || !Object.hasOwn(value, key)) return undefined;
    value = value[key];
  }
  return place && { value, pointer: joinPointer(place.pointer, ...path) };
}

function readExplode(place: Cursor, style: string): boolean {
  const explode = place.get('explode')?.value;
  return typeof explode === 'boolean' ? explode : style === 'form';
}
