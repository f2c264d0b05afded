import { ContractError } from '../ContractError.ts';
import type { Contract, Limit, Operation, SchemaValidator, ValueModel } from '../contract.ts';
import { createSchemaCompiler } from '../schema/compileSchema.ts';
import { hasExample } from '../schema/propertyFlags.ts';
import { createSampler } from '../schema/sampler.ts';
import { type Cursor, createCursor } from './cursor.ts';
import { findLimits } from './findLimits.ts';
import { parseSource } from './parseSource.ts';
import { readOperations } from './readOperations.ts';
import { readSource } from './readSource.ts';
import { createValueReader, type SchemaReader } from './readValues.ts';
import type { FoundLimit } from './visitDocument.ts';

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

  const { openapi: version } = document;
  if (typeof version !== 'string' || !/^3\.[012]\.\d+$/.test(version)) {
    const found = document.swagger === undefined ? 'openapi' : 'swagger';
    throw createError(
      `/${found}`,
      `${found}: expected OpenAPI "3.0.x", "3.1.x" or "3.2.x" as text, in quotes, got ${JSON.stringify(document[found])}.`,
    );
  }
  const limits = findLimits(document, version);
  const compileResponse = createSchemaCompiler(document, { omitted: 'writeOnly', createError });
  const compileRequest = /"(read|write)Only":true/.test(JSON.stringify(document))
    ? createSchemaCompiler(document, { omitted: 'readOnly', createError })
    : compileResponse;
  const isOfResponse = (pointer: string) => /\/(responses|headers)\//.test(pointer);
  const compile = (pointer: string, isResponse = isOfResponse(pointer)): SchemaValidator => {
    // The operation has a problem instead of violations.
    if (limits.findProblem(pointer)) return () => [];
    return isResponse ? compileResponse(pointer) : compileRequest(pointer);
  };
  const samplerOf = (includesOptional: typeof hasExample) =>
    createSampler(document, {
      tag: 'text',
      omitted: 'writeOnly',
      includesOptional,
      compile: (pointer) => compile(pointer, true),
    });
  const samplers = { all: samplerOf(() => true), documented: samplerOf(hasExample) };
  const readSchema: SchemaReader = (pointer) => {
    if (pointer === undefined) return { validate: () => [], sample: () => undefined };
    return {
      // Compiled when it is needed: a large contract has thousands of inline schemas.
      validate: (value) => compile(pointer)(value),
      sample: (optional) => samplers[optional].sample(pointer),
    };
  };
  const otherWarnings: string[] = [];
  const warn = (pointer: string, message: string) => {
    otherWarnings.push(`${file}:${lineOf(pointer)} ${message}`);
  };
  const root = createCursor(document, limits.isIgnored);
  const values = new Map<string, ValueModel>();
  const readValue = createValueReader(values, readSchema, limits.isUnvalidated);
  const operations = readOperations(root, readValue, warn);
  const locate = (limit: FoundLimit): Limit => ({ ...limit, line: lineOf(limit.pointer) });
  const found = limits
    .findAll(operations)
    .map(locate)
    .sort((a, b) => a.line - b.line);
  const ofContract = found.filter(isOfContract);

  return {
    file,
    source,
    document,
    title: root.get('info')?.text('title') ?? '',
    version: root.get('info')?.text('version') ?? '',
    basePath: readBasePath(root, warn),
    operations: operations.map(withProblem),
    values: [...values.values()],
    warnings: [...ofContract.map(describeLimit), ...otherWarnings],
    stateWarnings: found.filter((it) => !isOfContract(it)).map(describeLimit),
    limits: ofContract,
    limitsOf: (operation) => limits.findOf(operation).map(locate).filter(isOfContract),
    lineOf,
    compileRequest: (pointer) => compile(pointer, false),
  };

  function withProblem(operation: Operation): Operation {
    // Parameters may be those of the path.
    for (const { pointer } of [operation, ...operation.parameters]) {
      const limit = limits.findProblem(pointer);
      if (limit)
        return { ...operation, problem: `${file}:${lineOf(limit.pointer)} ${limit.reason}` };
    }
    return operation;
  }

  function describeLimit({ effect, line, reason }: Limit): string {
    const end =
      effect === 'unusable' ? ' The mock sends a 501 for the operations that use it.' : '';
    return `${file}:${line} ${reason}${end}`;
  }
}

function isOfContract({ effect }: Limit): boolean {
  return effect !== 'stateless';
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
