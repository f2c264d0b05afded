import { ContractError } from '../ContractError.ts';
import type { Contract, Operation, SchemaValidator, ValueModel } from '../contract.ts';
import { parseMediaType } from '../http/mediaType.ts';
import { isParsed } from '../http/parseBody.ts';
import { joinPointer, valueAt } from '../jsonPointer.ts';
import { createSchemaCompiler } from '../schema/compileSchema.ts';
import { hasExample } from '../schema/propertyFlags.ts';
import { resolveSchema } from '../schema/resolveSchema.ts';
import { createSampler } from '../schema/sampler.ts';
import { type Cursor, createCursor } from './cursor.ts';
import { normalizeSchemas } from './normalizeSchemas.ts';
import { parseSource } from './parseSource.ts';
import { readOperations } from './readOperations.ts';
import { readSource } from './readSource.ts';
import { createValueReader, type SchemaReader } from './readValues.ts';
import { createSchemaProblems } from './schemaProblems.ts';

/** The contract that was loaded last. Contracts are immutable, and compiling the schemas is slow. */
let latest: Contract | undefined;

/**
 * Loads an OpenAPI document of version 3.0, 3.1 or 3.2 (YAML or JSON, in one file). Schemas of 3.0 are
 * converted to those of 3.1. A file that has not changed since the last call is not parsed again.
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
  const source = await readSource('--contract', file);
  if (latest?.file !== file || latest.source !== source) latest = parseContract(source, file);
  return latest;
}

/** Parses a contract given as text. `file` is the name that errors and violations show. */
export function parseContract(source: string, file: string): Contract {
  const { document, lineOf } = parseSource(source, file);
  const createError = (pointer: string, message: string, options?: ErrorOptions) =>
    new ContractError([`${file}:${lineOf(pointer)} ${message}`], options);

  const version = String(document.openapi);
  if (!/^3\.[012]\.\d+$/.test(version)) {
    const found = document.swagger === undefined ? 'openapi' : 'swagger';
    throw createError(
      `/${found}`,
      `${found}: expected OpenAPI 3.0, 3.1 or 3.2, got ${JSON.stringify(document[found])}.`,
    );
  }
  // One for each place: the reference of a schema is read twice.
  const warnings = new Map<string, string>();
  const warn = (pointer: string, message: string) => {
    if (!warnings.has(pointer)) warnings.set(pointer, `${file}:${lineOf(pointer)} ${message}`);
  };
  const schemas = normalizeSchemas(document, version, warn);
  const problems = createSchemaProblems(document, schemas, warn);
  const compileResponse = createSchemaCompiler(document, { omitted: 'writeOnly', createError });
  const compileRequest = /"(read|write)Only":true/.test(JSON.stringify(document))
    ? createSchemaCompiler(document, { omitted: 'readOnly', createError })
    : compileResponse;
  const isOfResponse = (pointer: string) => /\/(responses|headers)\//.test(pointer);
  const compile = (pointer: string, isResponse = isOfResponse(pointer)): SchemaValidator => {
    // The operation has a problem instead of violations.
    if (problems.find(pointer)) return () => [];
    return isResponse ? compileResponse(pointer) : compileRequest(pointer);
  };
  const root = createCursor(document, warn);

  const sharedPointers = Object.keys(valueAt(document, '/components/schemas') ?? {}).map((name) =>
    joinPointer('/components/schemas', name),
  );
  const samplerOptions = {
    tag: 'text',
    omitted: 'writeOnly',
    compile: (pointer: string) => compile(pointer, true),
  } as const;
  const samplers = {
    all: createSampler(document, { ...samplerOptions, includesOptional: () => true }),
    documented: createSampler(document, { ...samplerOptions, includesOptional: hasExample }),
  };
  const readSchema: SchemaReader = (pointer) => {
    if (pointer === undefined) return { validate: () => [], sample: () => undefined };
    return {
      // Compiled when it is needed: a large contract has thousands of inline schemas.
      validate: (value) => compile(pointer)(value),
      sample: (optional) => samplers[optional].sample(pointer),
    };
  };
  const values = new Map<string, ValueModel>();
  const readValue = createValueReader(values, readSchema);
  const operations = readOperations(root, readValue, warn);
  warnAboutBodies(operations, document, warn);

  const inlinePointers = [...values.values()].flatMap(({ schemaPointer }) => schemaPointer ?? []);
  for (const schemaPointer of [...sharedPointers, ...inlinePointers]) problems.check(schemaPointer);

  return {
    file,
    source,
    document,
    title: root.get('info')?.text('title') ?? '',
    version: root.get('info')?.text('version') ?? '',
    basePath: readBasePath(root, warn),
    operations: operations.map((operation) => ({ ...operation, ...findProblem(operation) })),
    values: [...values.values()],
    warnings: [...warnings.values()],
    lineOf,
    compileRequest: (pointer) => compile(pointer, false),
  };

  function findProblem({ parameters, requestBody, responses }: Operation): { problem?: string } {
    const models = [
      ...parameters,
      ...(requestBody?.content ?? []),
      ...responses.flatMap(({ headers, content }) => [...headers, ...content]),
    ];
    for (const { schemaPointer } of models) {
      const found = schemaPointer === undefined ? undefined : problems.find(schemaPointer);
      if (found) return { problem: `${file}:${lineOf(found.pointer)} ${found.value}` };
    }
    return {};
  }
}

/** Warns about bodies whose schema says more than that they are bytes or text, but that are not parsed. */
function warnAboutBodies(
  operations: readonly Operation[],
  document: Record<string, unknown>,
  warn: (pointer: string, message: string) => void,
) {
  for (const { requestBody, responses } of operations) {
    const contents = [requestBody?.content ?? [], ...responses.map(({ content }) => content)];
    for (const { mediaType, pointer, schemaPointer } of contents.flat()) {
      const { essence = '' } = parseMediaType(mediaType) ?? {};
      if (schemaPointer === undefined || essence.includes('*') || isParsed(essence)) continue;
      const { types } = resolveSchema(document, schemaPointer);
      if ([...types].every((type) => type === 'string')) continue;
      warn(pointer, `Bodies of the media type "${mediaType}" are not validated.`);
    }
  }
}

function readBasePath(root: Cursor, warn: (pointer: string, message: string) => void): string {
  const server = root.get('servers')?.get('0');
  const variables = server?.get('variables');
  const text = (server?.text('url') ?? '/').replace(
    /\{([^}]+)\}/g,
    (_, name: string) => variables?.get(name)?.text('default') ?? '',
  );
  // The base makes a relative URL valid; only the path is used.
  const url = URL.parse(text, 'http://contract.invalid/');
  if (!url) warn('/servers/0/url', `The URL "${text}" is not valid, so its path is ignored.`);
  return url?.pathname.replace(/\/+$/, '') ?? '';
}
