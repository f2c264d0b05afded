import { readFile } from 'node:fs/promises';
import { ContractError } from './ContractError.ts';
import { createSchemaCompiler } from './compileSchema.ts';
import type { Contract, Value } from './contract.ts';
import { type Cursor, createCursor } from './createCursor.ts';
import { parseSource } from './parseSource.ts';
import { isObject, joinPointer, valueAt } from './pointer.ts';
import { readComponents, readOperations } from './readOperations.ts';
import { readExamples } from './readParts.ts';
import { SchemaError } from './SchemaError.ts';
import { schemasWithExamples } from './schemaExamples.ts';

/** Reads a contract from a file. Throws a ContractError that names file, line and reason. */
export async function loadContract(file: string): Promise<Contract> {
  let source: string;
  try {
    source = await readFile(file, 'utf8');
  } catch (error) {
    throw new ContractError([`${file}:1 The file cannot be read.`], { cause: error });
  }
  return readContract(source, file);
}

/** The same from a text; `file` is only its name. */
export function readContract(source: string, file: string): Contract {
  const { document, lineOf } = parseSource(source, file);
  if (!/^3\.1\.\d+$/.test(String(document.openapi))) {
    throw new ContractError([`${file}:${lineOf('/openapi')} The file is no OpenAPI 3.1 document.`]);
  }
  const root = createCursor(document, { file, lineOf });
  const compile = createSchemaCompiler(document);

  const values = new Map<string, Value>();

  function readValue(place: Cursor): Value {
    const known = values.get(place.pointer);
    if (known) return known;
    const value = readNewValue(place);
    values.set(place.pointer, value);
    return value;
  }

  function readNewValue(place: Cursor): Value {
    const [content] = place.get('schema') ? [] : contentOf(place);
    const holder = content?.[1] ?? place;
    const has = isObject(holder.value) && holder.value.schema !== undefined;
    const schemaPointer = has ? joinPointer(holder.pointer, 'schema') : undefined;
    return {
      pointer: place.pointer,
      ...(schemaPointer !== undefined && { schemaPointer }),
      ...(content && { contentType: content[0] }),
      check: schemaPointer === undefined ? () => [] : compileAt(schemaPointer),
      examples: readExamples(holder),
    };
  }

  function compileAt(pointer: string) {
    try {
      return compile(pointer);
    } catch (error) {
      if (!(error instanceof SchemaError)) throw error;
      throw new ContractError([`${file}:${lineOf(error.pointer)} ${error.message}`], {
        cause: error,
      });
    }
  }

  // Shared schemas first: a mistake is told where it was made, not where it is used.
  const shared = root.get('components')?.get('schemas')?.value;
  for (const name of isObject(shared) ? Object.keys(shared) : []) {
    compileAt(joinPointer('/components/schemas', name));
  }
  const operations = readOperations(root, readValue);
  readComponents(root, readValue);
  const schemas = Object.entries(isObject(shared) ? shared : {}).map(
    ([name, schema]) => [schema, joinPointer('/components/schemas', name)] as const,
  );
  const inline = [...values.values()].flatMap(({ schemaPointer }) =>
    schemaPointer === undefined ? [] : [[valueAt(document, schemaPointer), schemaPointer] as const],
  );
  for (const [schema, pointer] of [...schemas, ...inline]) {
    for (const found of schemasWithExamples(schema, pointer)) {
      values.set(found.pointer, { ...found, check: compileAt(found.pointer) });
    }
  }

  return {
    file,
    source,
    document,
    title: root.get('info')?.text('title') ?? '',
    version: root.get('info')?.text('version') ?? '',
    basePath: readBasePath(root),
    operations,
    values: [...values.values()],
    lineOf,
  };
}

/** Parameters and headers may carry a whole document instead of having a schema of their own. */
function contentOf(place: Cursor): [string, Cursor][] {
  return place.get('content')?.entries() ?? [];
}

function readBasePath(root: Cursor): string {
  const server = root.get('servers')?.get('0');
  const variables = server?.get('variables');
  const address = (server?.text('url') ?? '/').replace(
    /\{([^}]+)\}/g,
    (_, name: string) => variables?.get(name)?.text('default') ?? '',
  );
  return new URL(address, 'http://contract.invalid/').pathname.replace(/\/+$/, '');
}
