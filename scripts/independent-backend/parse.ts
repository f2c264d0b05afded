/** A request that does not conform to the contract; becomes a response with `status`. */
export class RejectedRequest extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** @throws RejectedRequest if the bytes are not UTF-8 */
export function decodeText(bytes: Buffer): string {
  try {
    return utf8.decode(bytes);
  } catch (cause) {
    throw new RejectedRequest(400, `The text is not UTF-8: ${(cause as Error).message}`);
  }
}

/** @throws RejectedRequest if a percent sign is not followed by two digits, or the bytes are not UTF-8 */
export function percentDecode(encoded: string): string {
  try {
    return decodeURIComponent(encoded);
  } catch {
    throw new RejectedRequest(400, 'The percent-encoding is malformed.');
  }
}

/** @throws RejectedRequest if the text is not JSON */
export function parseJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    throw new RejectedRequest(400, 'The body is not JSON.');
  }
}

/** @throws RejectedRequest if the encoding is malformed */
export function parseForm(body: string): [name: string, value: string][] {
  const decode = (part: string) => percentDecode(part.replaceAll('+', ' '));
  return body
    .split('&')
    .filter((pair) => pair !== '')
    .map((pair) => {
      const [, name = '', value = ''] = /^([^=]*)=?(.*)$/s.exec(pair) ?? [];
      return [decode(name), decode(value)];
    });
}

export function parseCookies(header = ''): Map<string, string> {
  const pairs = header.split(';').map((pair) => /^\s*([^=]*)=(.*?)\s*$/s.exec(pair));
  const cookies = new Map<string, string>();
  for (const [, name = '', value = ''] of pairs.filter((pair) => pair !== null)) {
    if (!cookies.has(name)) cookies.set(name, value);
  }
  return cookies;
}

export interface MediaType {
  /** In lower case, without parameters. */
  type: string;
  /** In lower case; `utf-8` if there is none. */
  charset: string;
}

export function parseMediaType(header = ''): MediaType {
  const [type = '', ...parameters] = header.split(';').map((part) => part.trim().toLowerCase());
  const charset = parameters.find((parameter) => parameter.startsWith('charset='));
  return { type, charset: charset?.slice('charset='.length).replaceAll('"', '') ?? 'utf-8' };
}

export function pathOf(target: string): string {
  return target.replace(/^https?:\/\/[^/?]*/i, '').replace(/[?#].*$/s, '');
}
