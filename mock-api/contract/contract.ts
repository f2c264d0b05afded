/** An OpenAPI document with its operations read and its schemas compiled. */
export interface Contract {
  /** The path that was passed to `loadContract`. */
  file: string;
  /** The file's text, unchanged. */
  source: string;
  /** The parsed file, with schemas of JSON Schema 2020-12. */
  document: Record<string, unknown>;
  title: string;
  version: string;
  /** The path of the first server's URL, without a trailing slash. */
  basePath: string;
  operations: readonly Operation[];
  /** The parameters, headers and bodies of all operations. */
  values: readonly ValueModel[];
  /** What is wrong in the file, or not supported, as sentences that begin with `file:line`. */
  warnings: readonly string[];
  /** Further ones about a mock without handlers for the operations, which keeps no state. */
  stateWarnings: readonly string[];
  /** What is not supported, or not in full. Each has a warning. */
  limits: readonly Limit[];
  /** The limits of an operation and of all that it refers to. */
  limitsOf(operation: Operation): readonly Limit[];
  /** The line (from 1) of the value at a JSON pointer, or of its nearest existing ancestor. */
  lineOf(pointer: string): number;
  /** Compiles the schema at a JSON pointer for requests, in which `readOnly` properties are not required. */
  compileRequest(pointer: string): SchemaValidator;
}

/** A place in the file with a construct of OpenAPI or JSON Schema that is not supported, or not in full. */
export interface Limit {
  /**
   * `ignored` as if it were not there; `unvalidated`: any value is accepted; `untested`: validated, but the verifier
   * sends no request that shows whether a backend does the same; `unusable`: the operation is not served or tested;
   * `stateless`: the mock responds as if nothing had happened.
   */
  effect: 'ignored' | 'unvalidated' | 'untested' | 'unusable' | 'stateless';
  pointer: string;
  /** The line of `pointer`, from 1. */
  line: number;
  /** A sentence. */
  reason: string;
}

export interface Operation {
  /** The `operationId`, or method and path if there is none. */
  id: string;
  /** In upper case. */
  method: string;
  /** The path template, without the base path. */
  path: string;
  pointer: string;
  parameters: readonly Parameter[];
  requestBody?: RequestBody;
  responses: readonly ResponseModel[];
  /**
   * Alternatives, each a list of schemes that are required together. Empty if no credentials are
   * required.
   */
  security: readonly (readonly SecurityScheme[])[];
  /** Why a schema of the operation cannot be used, as a sentence that begins with `file:line`. */
  problem?: string;
}

export interface Parameter extends ValueModel {
  name: string;
  in: 'path' | 'query' | 'header' | 'cookie';
  required: boolean;
  /** Whether each item of a list in the query has its own `name=value`. */
  explode: boolean;
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
  /** The key in `content`; may be a range such as `text/*` and may have parameters. */
  mediaType: string;
}

/** The schema and the examples of a parameter, header, body or schema. */
export interface ValueModel {
  pointer: string;
  /** Undefined if the value has no schema. */
  schemaPointer: string | undefined;
  /** The media type of a parameter or header that has `content` instead of `schema`. */
  contentType: string | undefined;
  /** Accepts every value if there is no schema. */
  validate: SchemaValidator;
  /** Whether every value is accepted although there is a schema. */
  isUnvalidated?: boolean;
  /**
   * Generates a value for a response from the schema; undefined if that fails or if there is no
   * schema. `documented` leaves out optional properties without an example or default. The value is
   * generated once and must not be changed.
   */
  sample(optional: 'all' | 'documented'): unknown;
  examples: readonly Example[];
}

/** Validates a value against its schema. An empty result means that the value is valid. */
export type SchemaValidator = (value: unknown) => SchemaViolation[];

/** One way in which a value violates its schema. */
export interface SchemaViolation {
  /** The JSON pointer of the invalid part of the value. */
  instancePath: string;
  keyword: string;
  /** The sentence without its subject: `must be of type string`. */
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
  requestBody: unknown;
  /** Set if the link declares a status other than success, with `x-status`. */
  expectedStatus: number | undefined;
}

export interface SecurityScheme {
  name: string;
  type: string;
  pointer: string;
  /** For an API key: its location (`header`, `query` or `cookie`) and its name there. */
  in: string | undefined;
  key: string | undefined;
  /** For HTTP authentication: `basic`, `bearer` and so on, in lower case. */
  scheme: string | undefined;
}
