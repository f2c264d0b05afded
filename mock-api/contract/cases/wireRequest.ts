/** A request as it goes onto the wire. */
export interface WireRequest {
  method: string;
  /** From the contract's base path on, with the query, encoded. */
  target: string;
  /** Names as they are written, one value each. */
  headers: Readonly<Record<string, string>>;
  /** Undefined: no body, and no length announced. */
  body?: Buffer;
}

/** The values of a request before they are encoded. */
export interface RequestValues {
  /** By `place name`, as `query limit`. */
  parameters: ReadonlyMap<string, unknown>;
  mediaType?: string;
  body?: unknown;
}
