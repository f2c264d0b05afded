import { gzipSync } from 'node:zlib';
import type { WireRequest } from '../plan/wireRequest.ts';
import { type RequestTarget, resolveTarget } from './requestTarget.ts';

/** A bash command that sends the same bytes. Contains credentials; mask it before printing. */
export function curlCommand(request: WireRequest, target: RequestTarget): string {
  const { method, headers, body, isChunked } = request;
  const url = target.url.origin + resolveTarget(target, request.target);
  const headerOptions = Object.entries(headers).map(([name, value]) =>
    // curl drops a header without a value unless its name ends in a semicolon.
    value === '' ? `-H ${quote(`${name};`)}` : `-H ${quote(`${name}: ${value}`)}`,
  );
  const isInline = body !== undefined && isText(body) && !longRun.test(body.toString('latin1'));
  return [
    ...(body && !isInline ? [printCommand(body), '|'] : []),
    method === 'HEAD' ? 'curl -I' : `curl -i -X ${method}`,
    '--path-as-is --globoff',
    ...headerOptions,
    ...(isChunked ? [`-H 'Transfer-Encoding: chunked'`] : []),
    ...(body ? [`--data-binary ${isInline ? quote(String(body)) : '@-'}`] : []),
    quote(url),
  ].join(' ');
}

function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** The same byte a thousand times or more. An argument of 128 KiB is too long for Linux. */
const longRun = /(.)\1{999,}/s;

/** A command that prints any bytes. */
function printCommand(body: Buffer): string {
  return `printf %s ${quote(gzipSync(body).toString('base64'))} | base64 -d | gunzip`;
}

/** Whether the bytes are printable UTF-8. */
function isText(body: Buffer): boolean {
  const text = body.toString('utf8');
  return Buffer.from(text).equals(body) && ![...text].some((char) => char < ' ');
}
