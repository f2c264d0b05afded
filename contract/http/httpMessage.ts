/** Headers by their names in lower case, as in `node:http`; a repeated header is a list. */
export type Headers = Readonly<Record<string, string | readonly string[] | undefined>>;

/** A request to an operation. */
export interface RequestMessage {
  /** The path's variables, percent-decoded. */
  pathValues: Readonly<Record<string, string>>;
  /** The query without the question mark. */
  query: string;
  headers: Headers;
  body: Uint8Array;
}

/** A response of an operation. */
export interface ResponseMessage {
  status: number;
  headers: Headers;
  /** The bytes; undefined if they are unknown, or if there can be none, as in the response to HEAD. */
  body?: Uint8Array | undefined;
}

/** Returns the values of a header, one for each line. A name such as "constructor" is not inherited. */
export function headerLines(headers: Headers, name: string): string[] {
  const key = name.toLowerCase();
  const value = Object.hasOwn(headers, key) ? headers[key] : undefined;
  return [value ?? []].flat();
}

/** Returns a header's value. Repeated headers are joined with commas (RFC 9110, 5.3). */
export function headerText(headers: Headers, name: string): string | undefined {
  const lines = headerLines(headers, name);
  return lines.length === 0 ? undefined : lines.join(', ');
}

/** Returns the value of a request's cookie as it was sent, without decoding. */
export function cookieText(headers: Headers, name: string): string | undefined {
  for (const pair of (headerText(headers, 'cookie') ?? '').split(';')) {
    const [key, ...value] = pair.split('=');
    if (key?.trim() === name && value.length > 0) return value.join('=').trim();
  }
  return undefined;
}
