import { readFile } from 'node:fs/promises';
import { ContractError } from '../ContractError.ts';
import type { Contract, SchemaValidator, ValueModel } from '../contract.ts';
import { joinPointer, valueAt } from '../jsonPointer.ts';
import { createSchemaCompiler, InvalidSchemaError } from '../schema/compileSchema.ts';
import { directedDocument } from '../schema/directedDocument.ts';
import { findSchemaExamples } from '../schema/findSchemaExamples.ts';
import { hasExample, isWriteOnly } from '../schema/propertyFlags.ts';
import { createSampler } from '../schema/sampler.ts';
import { type Cursor, createCursor } from './cursor.ts';
import { parseSource } from './parseSource.ts';
import { readComponents, readOperations } from './readOperations.ts';
import { createValueReader, type SchemaReader } from './readValues.ts';

/** The contract that was loaded last. Contracts are immutable, and compiling the schemas is slow. */
let latest: Contract | undefined;

/**
 * Loads an OpenAPI 3.1 document (YAML or JSON, in one file). A file that has not changed since the last call
 * is not parsed again.
 *
 * @throws {ContractError} if the file cannot be read or used; names file, line and reason
 *
 * @example
 * const contract = await loadContract('openapi.yaml');
 * const matchOperation = createOperationMatcher(contract);
 * const validateRequest = createRequestValidator(contract);
 *
 * const match = matchOperation('POST', '/books/7/reviews');
 * if (match.kind === 'operation') {
 *   const { violations, parameters } = validateRequest(match.operation, {
 *     pathValues: match.pathValues,
 *     query: 'draft=true',
 *     headers: { 'content-type': 'application/json' },
 *     body: Buffer.from('{"stars":5}'),
 *   });
 *   console.log(parameters.path); // { id: 7 }
 *   for (const { message, line } of violations) console.log(`${message} (line ${line})`);
 * }
 */
export async function loadContract(file: string): Promise<Contract> {
  let source: string;
  try {
    source = await readFile(file, 'utf8');
  } catch (cause) {
    throw new ContractError([`${file}:1 The file cannot be read.`], { cause });
  }
  if (latest?.file !== file || latest.source !== source) latest = parseContract(source, file);
  return latest;
}

/** Parses a contract given as text. `file` is the name that errors and violations show. */
export function parseContract(source: string, file: string): Contract {
  const { document, lineOf } = parseSource(source, file);
  const createError = (pointer: string, message: string, options?: ErrorOptions) =>
    new ContractError([`${file}:${lineOf(pointer)} ${message}`], options);

  const { openapi } = document;
  if (!/^3\.1\.\d+$/.test(String(openapi))) {
    throw createError(
      '/openapi',
      `openapi: expected version 3.1.x, got ${JSON.stringify(openapi)}.`,
    );
  }
  const compileAny = createSchemaCompiler(document);
  const compileFor = {
    request: compileDirected('request'),
    response: compileDirected('response'),
  };
  const compile = (pointer: string): SchemaValidator => {
    try {
      return compilerOf(pointer)(pointer);
    } catch (cause) {
      if (!(cause instanceof InvalidSchemaError)) throw cause;
      throw createError(cause.pointer, cause.message, { cause });
    }
  };
  const root = createCursor(document, createError);

  // Compiles shared schemas first, so that an error has the schema's line, not that of a `$ref`.
  const sharedPointers = Object.keys(valueAt(document, '/components/schemas') ?? {}).map((name) =>
    joinPointer('/components/schemas', name),
  );
  for (const pointer of sharedPointers) compile(pointer);

  const samplers = createResponseSamplers(directedDocument(document, 'response'), (pointer) =>
    compileFor.response(pointer),
  );
  const readSchema: SchemaReader = (pointer) => ({
    validate: pointer === undefined ? () => [] : compile(pointer),
    sample: (optional) => (pointer === undefined ? undefined : samplers[optional].sample(pointer)),
  });
  const values = new Map<string, ValueModel>();
  const readValue = createValueReader(values, readSchema);
  const operations = readOperations(root, readValue);
  for (const { path } of operations) {
    if (!path.includes('}{')) continue;
    const message = `The path "${path}" has adjacent variables; separate them with text.`;
    throw createError(joinPointer('/paths', path), message);
  }
  readComponents(root, readValue);

  const inlinePointers = [...values.values()].flatMap(({ schemaPointer }) => schemaPointer ?? []);
  for (const schemaPointer of [...sharedPointers, ...inlinePointers]) {
    for (const found of findSchemaExamples(valueAt(document, schemaPointer), schemaPointer)) {
      values.set(found.pointer, { ...found, ...readSchema(found.pointer) });
    }
  }

  function compileDirected(direction: 'request' | 'response') {
    const directed = directedDocument(document, direction);
    return directed === document ? compileAny : createSchemaCompiler(directed);
  }

  /** A shared schema applies to requests and responses; its examples may be of either. */
  function compilerOf(pointer: string) {
    if (/\/(responses|headers)\//.test(pointer)) return compileFor.response;
    return /\/(requestBody|requestBodies|parameters)\//.test(pointer)
      ? compileFor.request
      : compileAny;
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

function createResponseSamplers(
  document: Record<string, unknown>,
  compile: (pointer: string) => SchemaValidator,
) {
  const options = { tag: 'text', compile };
  return {
    all: createSampler(document, { ...options, includesOptional: (it) => !isWriteOnly(it) }),
    documented: createSampler(document, {
      ...options,
      includesOptional: (it) => !isWriteOnly(it) && hasExample(it),
    }),
  };
}

function readBasePath(root: Cursor): string {
  const server = root.get('servers')?.get('0');
  const variables = server?.get('variables');
  const url = (server?.text('url') ?? '/').replace(
    /\{([^}]+)\}/g,
    (_, name: string) => variables?.get(name)?.text('default') ?? '',
  );
  // The base makes a relative URL valid; only the path is used.
  return new URL(url, 'http://contract.invalid/').pathname.replace(/\/+$/, '');
}
