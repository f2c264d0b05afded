import { get } from 'node:http';
import { buffer } from 'node:stream/consumers';

/** What browsers send. */
export const acceptEncoding = 'gzip, deflate, br, zstd';

/** A response as it was sent, in its content encoding. */
export interface CapturedResponse {
  status: number;
  /** Without those that depend on the connection or the time. */
  headers: [name: string, value: string][];
  body: Buffer;
}

const connectionHeaders = [
  'connection',
  'keep-alive',
  'date',
  'transfer-encoding',
  'content-length',
];

/** Sends a GET request as a browser does, and keeps the bytes of the response. */
export async function captureResponse(url: string): Promise<CapturedResponse> {
  const headers = { 'Accept-Encoding': acceptEncoding };
  return new Promise((resolve, reject) => {
    const request = get(url, { agent: false, headers }, async (response) => {
      const { rawHeaders, statusCode = 0 } = response;
      const pairs = rawHeaders.flatMap((name, index): [string, string][] =>
        index % 2 === 0 ? [[name, rawHeaders[index + 1] ?? '']] : [],
      );
      resolve({
        status: statusCode,
        headers: pairs.filter(([name]) => !connectionHeaders.includes(name.toLowerCase())),
        body: await buffer(response),
      });
    });
    request.once('error', reject);
  });
}

/** Returns the first header with this name, which must be in lower case. */
export function headerValue(
  { headers }: Pick<CapturedResponse, 'headers'>,
  name: string,
): string | undefined {
  return headers.find(([other]) => other.toLowerCase() === name)?.[1];
}
