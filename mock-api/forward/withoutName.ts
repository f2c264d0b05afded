import type { IncomingMessage } from 'node:http';
import type { RequestIdentity } from '../scenarios/identifyRequest.ts';

/** Returns the target and the body of a request, with the tester's name removed from the brief id. */
export function withoutName(
  req: IncomingMessage & { body?: unknown },
  { kind, key, name }: RequestIdentity = {},
) {
  const target = req.url ?? '/';
  const body = Buffer.isBuffer(req.body) ? req.body : Buffer.alloc(0);
  if (kind !== 'brief' || name === undefined) return { target, body };

  const end = `.${name}`;
  const [path = '', ...query] = target.split('?');
  const segments = path.split('/').map((segment) => {
    const isKey = segment.endsWith(end) && decodeURIComponent(segment) === key;
    return isKey ? segment.slice(0, -end.length) : segment;
  });
  const inBody = new RegExp(`("briefId"\\s*:\\s*"[^"]*)\\.${name}"`);
  return {
    target: [segments.join('/'), ...query].join('?'),
    body: Buffer.from(body.toString('latin1').replace(inBody, '$1"'), 'latin1'),
  };
}
