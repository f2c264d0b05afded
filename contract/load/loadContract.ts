import { ContractError, type CreateError } from '../ContractError.ts';
import type { Contract, SchemaValidator } from '../contract.ts';
import { findTarget } from '../http/findLinks.ts';
import { createSchemaCompiler } from '../schema/compileSchema.ts';
import { type Cursor, createCursor } from './cursor.ts';
import { parseSource } from './parseSource.ts';
import { readOperations } from './readOperations.ts';
import { readSource } from './readSource.ts';
import { createValueReader } from './readValues.ts';

/** The contract that was loaded last. Contracts are immutable, and compiling the schemas is slow. */
let latest: Contract | undefined;

/**
 * Loads an OpenAPI document of version 3.1 (YAML or JSON, in one file) with what `supported.yaml` allows. A file that has
 * not changed since the last call is not parsed again.
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
  const createError: CreateError = (pointer, message, options) =>
    new ContractError([`${file}:${lineOf(pointer)} ${message}`], options);

  rejectVersion(document, createError);
  const { compileRequest, compileResponse } = createCompilers(document, createError);
  const compile = (pointer: string): SchemaValidator => {
    const isOfResponse = /\/(responses|headers)\//.test(pointer);
    return isOfResponse ? compileResponse(pointer) : compileRequest(pointer);
  };

  const root = createCursor(document, createError);
  const operations = readOperations(root, createValueReader(compile), createError);
  for (const link of operations.flatMap(({ responses }) => responses.flatMap((it) => it.links))) {
    if (findTarget(operations, link)) continue;
    throw createError(link.pointer, `The link "${link.name}" names no operation of this file.`);
  }
  return {
    file,
    source,
    document,
    title: root.get('info')?.text('title') ?? '',
    version: root.get('info')?.text('version') ?? '',
    basePath: readBasePath(root, createError),
    operations,
    lineOf,
    compileRequest,
  };
}

function rejectVersion(document: Record<string, unknown>, createError: CreateError): void {
  const { openapi, swagger } = document;
  if (typeof openapi === 'string' && /^3\.1\.\d+$/.test(openapi)) return;

  const field = swagger === undefined ? 'openapi' : 'swagger';
  const found = JSON.stringify(document[field]);
  const message = `${field}: expected OpenAPI "3.1.x" as text, in quotes, got ${found}.`;
  throw createError(`/${field}`, message);
}

/** Those of requests and of responses, which are the same unless a property belongs to one of them only. */
function createCompilers(document: Record<string, unknown>, createError: CreateError) {
  const compileResponse = createSchemaCompiler(document, { omitted: 'writeOnly', createError });
  if (!/"(read|write)Only":true/.test(JSON.stringify(document))) {
    return { compileRequest: compileResponse, compileResponse };
  }
  const compileRequest = createSchemaCompiler(document, { omitted: 'readOnly', createError });
  return { compileRequest, compileResponse };
}

function readBasePath(root: Cursor, createError: CreateError): string {
  const server = root.get('servers')?.get('0');
  const variables = server?.get('variables');
  const text = (server?.text('url') ?? '/').replace(
    /\{([^}]+)\}/g,
    (_, name: string) => variables?.get(name)?.text('default') ?? '',
  );
  // The base makes a relative URL valid; only the path is used.
  const url = URL.parse(text, 'http://contract.invalid/');
  if (!url) throw createError('/servers/0/url', `The URL "${text}" is not valid.`);

  return url.pathname.replace(/\/+$/, '');
}
