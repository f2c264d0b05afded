import type { WireRequest } from '../../mock-api/contract/cases/wireRequest.ts';
import { type Target, targetAt } from './sendRequest.ts';

/** A `curl` that sends the same bytes. Credentials have to be masked by whoever prints it. */
export function writeCurl(request: WireRequest, target: Target): string {
  const { method, headers, body } = request;
  const address = target.url.origin + targetAt(target, request.target);
  const lines = Object.entries({ ...target.headers, ...headers }).map(([name, value]) =>
    value === '' ? `-H ${quote(`${name};`)}` : `-H ${quote(`${name}: ${value}`)}`,
  );
  return [
    method === 'HEAD' ? 'curl -I' : `curl -i -X ${method}`,
    '--path-as-is --globoff',
    ...lines,
    ...(body ? [`--data-binary ${quoteBytes(body)}`] : []),
    quote(address),
  ].join(' ');
}

function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** What is no plain text is written byte by byte, which bash reads. */
function quoteBytes(body: Buffer): string {
  const text = body.toString('utf8');
  const isText = Buffer.from(text).equals(body) && ![...text].some((char) => char < ' ');
  if (isText) return quote(text);
  const bytes = [...body].map((byte) => `\\x${byte.toString(16).padStart(2, '0')}`);
  return `$'${bytes.join('')}'`;
}
