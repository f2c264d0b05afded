import type { SchemaCheck } from './compileSchema.ts';

/** An OpenAPI 3.1 file, read and ready to judge messages by. */
export interface Contract {
  /** The file's path as it was given. */
  file: string;
  /** The file's text, byte for byte. */
  source: string;
  document: Record<string, unknown>;
  title: string;
  version: string;
  /** The path of the first server's address, without a trailing slash. */
  basePath: string;
  operations: readonly Operation[];
  /** Everything that has a schema or examples, also where no operation uses it. */
  values: readonly Value[];
  /** The line (from 1) of a JSON pointer into the file, or of its nearest ancestor that has one. */
  lineOf(pointer: string): number;
}

export interface Operation {
  /** `operationId`, or method and path where the file gives none. */
  id: string;
  /** In capitals. */
  method: string;
  /** The path template as it stands in the file. */
  path: string;
  pointer: string;
  summary: string;
  tags: readonly string[];
  parameters: readonly Parameter[];
  requestBody?: RequestBody;
  responses: readonly ResponseModel[];
  /** Alternatives, each a list of schemes that are needed together. Empty: open to anyone. */
  security: readonly (readonly SecurityScheme[])[];
}

export interface Parameter extends Value {
  name: string;
  in: 'path' | 'query' | 'header' | 'cookie';
  required: boolean;
  style: string;
  explode: boolean;
}

export interface RequestBody {
  pointer: string;
  required: boolean;
  content: readonly MediaType[];
}

export interface ResponseModel {
  /** `200`, a range as `4XX`, or `default`. */
  status: string;
  pointer: string;
  description: string;
  headers: readonly Header[];
  content: readonly MediaType[];
  links: readonly Link[];
}

export interface Header extends Value {
  name: string;
  required: boolean;
  style: string;
  explode: boolean;
}

export interface MediaType extends Value {
  /** As the file writes it: perhaps a range as `text/*`, perhaps with parameters. */
  mediaType: string;
}

/** What parameters, headers and bodies have in common. */
export interface Value {
  pointer: string;
  /** Where the schema stands, undefined where the file gives none. */
  schemaPointer?: string;
  /** How a parameter or header is written that carries a whole document, such as JSON. */
  contentType?: string;
  check: SchemaCheck;
  examples: readonly Example[];
}

export interface Example {
  /** The name in `examples`; `example` where there is but one without a name. */
  name: string;
  summary: string;
  pointer: string;
  value: unknown;
}

export interface Link {
  name: string;
  pointer: string;
  operationId?: string;
  operationRef?: string;
  parameters: Readonly<Record<string, unknown>>;
  requestBody?: unknown;
}

export interface SecurityScheme {
  name: string;
  type: string;
  pointer: string;
  /** Of an API key: where it travels and under which name. */
  in?: string;
  key?: string;
  /** Of HTTP authentication: `basic`, `bearer` and so on, in lower case. */
  scheme?: string;
}
