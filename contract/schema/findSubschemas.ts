import { isObject, joinPointer, pointerOfRef, valueAt } from '../jsonPointer.ts';

/** Keywords that contain one schema (`single`), a list of schemas (`listed`), or schemas by name (`named`). */
const single = ['items', 'additionalProperties'];
const listed = ['allOf', 'anyOf', 'oneOf'];
const named = ['properties', '$defs'];

/** Finds the JSON pointers of the schemas directly in the schema at a pointer, and of the one it refers to. */
export function findSubschemas(document: unknown, pointer: string): string[] {
  const schema = valueAt(document, pointer);
  if (!isObject(schema)) return [];

  const target = pointerOfRef(schema);
  const own = single.filter((keyword) => isObject(schema[keyword]));
  const children = [...listed, ...named].flatMap((keyword) =>
    Object.keys(Object(schema[keyword])).map((key) => joinPointer(pointer, keyword, key)),
  );
  const pointers = [...own.map((keyword) => joinPointer(pointer, keyword)), ...children];
  return target === undefined ? pointers : [target, ...pointers];
}

/** Finds the JSON pointers of a schema and of every schema that it contains or refers to, each once. */
export function findAllSubschemas(
  document: unknown,
  pointer: string,
  visited = new Set<string>(),
): Set<string> {
  if (visited.has(pointer)) return visited;

  visited.add(pointer);
  for (const child of findSubschemas(document, pointer)) {
    findAllSubschemas(document, child, visited);
  }
  return visited;
}
