import { gzipSync } from 'node:zlib';
import { resolveTarget, type WireRequest } from './wireRequest.ts';

/** A bash command that sends the same bytes. Contains credentials; mask it before printing. */
export function curlCommand(request: WireRequest, url: URL, basePath: string): string {
  const { method, headers, body, isChunked, hasNoDefaultHeaders } = request;
  const words = [method === 'HEAD' ? 'curl -I' : `curl -i -X ${method}`];
  words.push('--path-as-is --globoff', ...tlsOptions(url));
  if (hasNoDefaultHeaders) words.push(`-H 'Accept:' -H 'User-Agent:'`);
  for (const [name, value] of Object.entries(headers)) {
    // curl drops a header without a value unless its name ends in a semicolon.
    words.push('-H', quote(value === '' ? `${name};` : `${name}: ${value}`));
  }
  if (isChunked) words.push(`-H 'Transfer-Encoding: chunked'`);

  if (body && isPrintable(body)) {
    words.push('--data-binary', quote(String(body)));
  } else if (body) {
    words.unshift(printCommand(body), '|');
    words.push('--data-binary @-');
  }
  return [...words, quote(url.origin + resolveTarget(url, basePath, request.target))].join(' ');
}

export function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** The verifier speaks HTTP/1.1, and trusts the certificates of its environment. */
function tlsOptions({ protocol }: URL): string[] {
  if (protocol !== 'https:') return [];

  const { NODE_EXTRA_CA_CERTS: file } = process.env;
  return file ? ['--http1.1', `--cacert ${quote(file)}`] : ['--http1.1'];
}

/** A command that prints any bytes. */
function printCommand(body: Buffer): string {
  return `printf %s ${quote(gzipSync(body).toString('base64'))} | base64 -d | gunzip`;
}

/** The same byte a thousand times or more. An argument of 128 KiB is too long for Linux. */
const longRun = /(.)\1{999,}/s;

/** Whether the bytes are short, printable UTF-8. */
function isPrintable(body: Buffer): boolean {
  const text = body.toString('utf8');
  return Buffer.from(text).equals(body) && !/\p{Cc}/u.test(text) && !longRun.test(text);
}
