import type { ResolvedSchema } from './schema/resolveSchema.ts';

/** An OpenAPI document with its operations read and its schemas compiled. */
export interface Contract {
  /** The path that was passed to `loadContract`. */
  file: string;
  /** The file's text, unchanged. */
  source: string;
  /** The parsed file. */
  document: Record<string, unknown>;
  title: string;
  version: string;
  /** The path of the first server's URL, without a trailing slash. */
  basePath: string;
  operations: readonly Operation[];
  /** Sentences about ignored parts of the file. Each begins with `file:line`. */
  warnings: readonly string[];
  /** Returns the line (from 1) of the value at a JSON pointer, or of its nearest existing ancestor. */
  lineOf(pointer: string): number;
  /** Compiles the schema at a JSON pointer for requests, in which `readOnly` properties are not required. */
  compileRequest(pointer: string): SchemaValidator;
  /** Reads the schema at a JSON pointer. */
  schemaAt(pointer: string): ResolvedSchema;
}

export interface Operation {
  /** The `operationId`, or method and path if there is none. */
  id: string;
  /** The method in upper case. */
  method: string;
  /** The path template, without the base path. */
  path: string;
  pointer: string;
  parameters: readonly Parameter[];
  requestBody: RequestBody | undefined;
  responses: readonly ResponseModel[];
  /**
   * Alternatives, each a list of schemes that are required together. Empty if no credentials are
   * required.
   */
  security: readonly (readonly SecurityScheme[])[];
}

export interface Parameter extends ValueModel {
  name: string;
  in: 'path' | 'query' | 'header' | 'cookie';
  required: boolean;
}

interface RequestBody {
  pointer: string;
  required: boolean;
  content: readonly MediaType[];
}

export interface ResponseModel {
  /** `200`, a range such as `4XX`, or `default`. */
  status: string;
  pointer: string;
  description: string;
  headers: readonly Header[];
  content: readonly MediaType[];
  links: readonly Link[];
}

export interface Header extends ValueModel {
  name: string;
  required: boolean;
}

export interface MediaType extends ValueModel {
  /** The key in `content`, without parameters. */
  mediaType: string;
}

/** The schema and the examples of a parameter, a header or a body. */
export interface ValueModel {
  pointer: string;
  /** The JSON pointer of the schema; undefined if the value has none. */
  schemaPointer: string | undefined;
  /** The validator of the schema, or one that accepts every value if there is no schema. */
  validate: SchemaValidator;
  examples: readonly Example[];
}

/** A function that validates a value against its schema. An empty result means that the value is valid. */
export type SchemaValidator = (value: unknown) => SchemaViolation[];

/** One way in which a value violates its schema. */
export interface SchemaViolation {
  /** The JSON pointer of the invalid part of the value. */
  instancePath: string;
  keyword: string;
  /** A sentence without its subject: `must be of type string`. */
  reason: string;
  /** The JSON pointer of the keyword in the contract. */
  pointer: string;
}

export interface Example {
  /** The key in `examples`; `example` for the only one. */
  name: string;
  /** The JSON pointer of the value. */
  pointer: string;
  value: unknown;
}

export interface Link {
  name: string;
  pointer: string;
  operationId: string | undefined;
  parameters: Readonly<Record<string, unknown>>;
  /** The status of the linked response, from `x-status`; undefined if it is a success. */
  expectedStatus: number | undefined;
}

export interface SecurityScheme {
  name: string;
  type: string;
  pointer: string;
  /** The location of an API key (`header`, `query` or `cookie`) and its name there. */
  in: string | undefined;
  key: string | undefined;
  /** The scheme of HTTP authentication: `basic` or `bearer`. */
  scheme: string | undefined;
}
