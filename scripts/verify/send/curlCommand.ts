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
  return [
    method === 'HEAD' ? 'curl -I' : `curl -i -X ${method}`,
    '--path-as-is --globoff',
    ...headerOptions,
    ...(isChunked ? [`-H 'Transfer-Encoding: chunked'`] : []),
    ...(body ? [`--data-binary ${quoteBytes(body)}`] : []),
    quote(url),
  ].join(' ');
}

function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** Anything but printable UTF-8 becomes bash's ANSI-C quoting, byte by byte. */
function quoteBytes(body: Buffer): string {
  const text = body.toString('utf8');
  const isPrintable = Buffer.from(text).equals(body) && ![...text].some((char) => char < ' ');
  if (isPrintable) return quote(text);
  const bytes = [...body].map((byte) => `\\x${byte.toString(16).padStart(2, '0')}`);
  return `$'${bytes.join('')}'`;
}
