import { ContractError, type CreateError } from '../ContractError.ts';
import type { Contract } from '../contract.ts';
import { createSchemaCompiler } from '../schema/createSchemaCompiler.ts';
import { createSchemaResolver } from '../schema/resolveSchema.ts';
import { Cursor } from './Cursor.ts';
import { findExampleProblems } from './findExampleProblems.ts';
import { findStructureProblems } from './findStructureProblems.ts';
import { parseSource } from './parseSource.ts';
import type { Problem } from './problem.ts';
import { readOperations } from './readOperations.ts';
import { readSource } from './readSource.ts';
import { rejectCircularSchemas } from './rejectCircularSchemas.ts';
import { rejectConflicts } from './rejectConflicts.ts';
import { rejectLinks } from './rejectLinks.ts';
import { rejectSingleUse } from './rejectSingleUse.ts';
import { rejectStructures } from './rejectStructures.ts';

/** The contract that was loaded last. It is reused because compiling its schemas is slow. */
let latest: Contract | undefined;

/**
 * Loads an OpenAPI 3.1 document (one file, YAML or JSON) of the form that `contract.schema.json` describes. Prints
 * warnings. A file that has not changed since the last call is not parsed again.
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
  if (latest?.file === file && latest.source === source) return latest;

  latest = parseContract(source, file);
  for (const warning of latest.warnings) console.warn(warning);
  return latest;
}

/** Parses a contract given as text. `file` is the name that errors and violations show. */
export function parseContract(source: string, file: string): Contract {
  const { document, lineOf } = parseSource(source, file);
  const createError: CreateError = (pointer, message, options) =>
    new ContractError([`${file}:${lineOf(pointer)} ${message}`], options);
  const root = new Cursor({ document, createError });
  rejectVersion(document, createError);
  const structure = findStructureProblems(document);
  rejectAll(structure.filter(({ isWarning }) => !isWarning));

  const compileRequest = createSchemaCompiler(document, 'readOnly');
  const compileResponse = createSchemaCompiler(document, 'writeOnly');
  const operations = readOperations(root, (pointer) => {
    const isOfResponse = /\/(responses|headers)\//.test(pointer);
    return isOfResponse ? compileResponse(pointer) : compileRequest(pointer);
  });
  rejectCircularSchemas(document, createError);
  rejectConflicts(operations, createError);
  rejectLinks(operations, createError);
  rejectStructures(document, operations, createError);
  rejectSingleUse(document, operations, createError);
  rejectAll(operations.flatMap(findExampleProblems));

  return {
    file,
    source,
    document,
    title: root.get('info')?.text('title') ?? '',
    version: root.get('info')?.text('version') ?? '',
    basePath: readBasePath(root),
    operations,
    warnings: structure.filter(({ isWarning }) => isWarning).map(describe),
    lineOf,
    compileRequest,
    schemaAt: createSchemaResolver(document),
  };

  function rejectAll(problems: readonly Problem[]): void {
    if (problems.length > 0) throw new ContractError([...new Set(problems.map(describe))]);
  }

  function describe({ pointer, message }: Problem): string {
    return `${file}:${lineOf(pointer)} ${message}`;
  }
}

function rejectVersion(document: Record<string, unknown>, createError: CreateError): void {
  const { openapi, swagger } = document;
  if (typeof openapi === 'string' && /^3\.1\.\d+$/.test(openapi)) return;

  const field = swagger === undefined ? 'openapi' : 'swagger';
  const found = JSON.stringify(document[field]);
  const advice =
    openapi === 3.1
      ? 'put it in quotes'
      : 'convert the file, for example with "npx openapi-format FILE --convertTo 3.1 -o NEW_FILE"';
  throw createError(`/${field}`, `${field}: expected OpenAPI 3.1, got ${found}; ${advice}.`);
}

/** Returns the path of the first server's URL, without a trailing slash. */
function readBasePath(root: Cursor): string {
  const url = root.get('servers')?.get('0')?.text('url') ?? '';
  return url.replace(/^https?:\/\/[^/]*/, '').replace(/\/+$/, '');
}
