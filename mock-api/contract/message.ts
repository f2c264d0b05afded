/** Names in lower case, as `node:http` gives them. A list where a header came on several lines. */
export type Headers = Readonly<Record<string, string | readonly string[] | undefined>>;

/** A request to an operation, as it came on the wire. */
export interface RequestMessage {
  /** The decoded values of the path's variables. */
  pathValues: Readonly<Record<string, string>>;
  /** Without the question mark. */
  query: string;
  headers: Headers;
  body: Uint8Array;
}

/** An answer to a request, as it came on the wire. */
export interface ResponseMessage {
  status: number;
  headers: Headers;
  /** Undefined where it is not known, or was never to come (an answer to HEAD). */
  body?: Uint8Array | undefined;
}

/** A header's text; several lines joined as RFC 9110 says. */
export function headerText(headers: Headers, name: string): string | undefined {
  const value = headers[name.toLowerCase()];
  return value === undefined || typeof value === 'string' ? value : value.join(', ');
}

/** One cookie of a request. */
export function cookieText(headers: Headers, name: string): string | undefined {
  for (const pair of (headerText(headers, 'cookie') ?? '').split(';')) {
    const [key, ...value] = pair.split('=');
    if (key?.trim() === name && value.length > 0) return value.join('=').trim();
  }
  return undefined;
}
