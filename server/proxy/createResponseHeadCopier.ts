import type { IncomingMessage } from 'node:http';
import type { Config } from '../config/config.ts';
import { hopByHop } from '../config/environment.ts';
import type { Response } from '../locals.ts';
import type { Log } from '../runtime/log.ts';
import { BackendError } from './BackendError.ts';
import { createHeaderRewriter } from './createHeaderRewriter.ts';

/**
 * The backend's headers that are forwarded. All others are dropped: they could reveal its software or machines,
 * set a policy for the host, or instruct a proxy in front of it. docs/operations.md lists them too.
 */
export const defaultForwarded = [
  'accept-ranges',
  'age',
  'allow',
  'cache-control',
  'content-disposition',
  'content-encoding',
  'content-language',
  'content-length',
  'content-location',
  'content-range',
  'content-security-policy',
  'content-type',
  'date',
  'deprecation',
  'etag',
  'expires',
  'last-modified',
  'location',
  'password-expired',
  'preference-applied',
  'ratelimit',
  'ratelimit-policy',
  'retry-after',
  'set-cookie',
  'sunset',
  'vary',
  'www-authenticate',
  'x-accel-buffering',
  'x-csrf-token',
  'x-robots-tag',
];

/** Headers of the host that the backend may override. */
const overridable = new Set(['cache-control', 'content-security-policy', 'x-robots-tag']);

/** Matches a policy with a directive that restricts what a document may do. */
const restrictivePolicy =
  /(?:^|[;,])\s*(?:[a-z]+-src(?:-elem|-attr)?|base-uri|form-action|frame-ancestors|sandbox)(?:[\s;,]|$)/i;

/** Matches a policy that decides about framing. */
const framingPolicy = /(?:^|[;,])\s*frame-ancestors(?:[\s;,]|$)/i;

/** A backend that invents names must not fill the memory. */
const maxLoggedNames = 100;

/**
 * Creates a function that copies the status and the headers of a backend's response to `res`. Headers that the
 * host has set take precedence, except the overridable ones. The name of a header that is dropped is logged
 * once, unless it describes the connection. The function throws when the response is malformed, with some
 * headers already copied.
 */
export function createResponseHeadCopier(
  { backendUrl, forwardedResponseHeaders }: Config,
  log: Log,
) {
  const rewriteHeader = createHeaderRewriter(backendUrl);
  const allowed = new Set([...defaultForwarded, ...forwardedResponseHeaders]);
  const logged = new Set<string>();
  const logDropped = (header: string) => {
    if (logged.has(header) || logged.size === maxLoggedNames || hopByHop.test(header)) return;
    logged.add(header);
    log.info({ header }, 'response header dropped');
  };

  return (proxyRes: IncomingMessage, res: Response): void => {
    const { statusCode = 0, statusMessage = '', headers, rawHeaders } = proxyRes;
    // Node.js drops the headers after the 1,000th.
    if (rawHeaders.length >= 2 * 1000) throw new BackendError('ERR_BACKEND_HEADERS');
    // Browsers repeat a request by themselves after a 408 or a 421, also a POST.
    if (statusCode === 408) throw new BackendError('ERR_BACKEND_TIMEOUT');
    // Node.js parses any three digits as a status, and passes on a 101 that does not upgrade.
    if (statusCode < 200 || statusCode > 599 || statusCode === 421) {
      throw new BackendError('ERR_BACKEND_STATUS');
    }
    if (/[^\t -~\x80-\xff]/.test(statusMessage)) throw new BackendError('ERR_BACKEND_REASON');
    // Node.js removes the last coding only.
    if ((headers['transfer-encoding'] ?? 'chunked').toLowerCase() !== 'chunked') {
      throw new BackendError('ERR_BACKEND_TRANSFER_ENCODING');
    }
    res.statusCode = statusCode;
    res.statusMessage = statusMessage;
    const policy = String(headers['content-security-policy']);
    if (framingPolicy.test(policy)) res.removeHeader('X-Frame-Options');
    const connectionOptions = (headers.connection ?? '').toLowerCase().split(/[\s,]+/);
    for (const [name, value] of Object.entries(headers)) {
      if (value === undefined || connectionOptions.includes(name)) continue;
      if (!allowed.has(name)) {
        logDropped(name);
        continue;
      }
      if (res.hasHeader(name) && !overridable.has(name)) continue;
      if (name === 'content-security-policy' && !restrictivePolicy.test(policy)) continue;
      if (name === 'www-authenticate') copyChallenges(String(value), res);
      else res.setHeader(name, rewriteHeader(name, value));
    }
    // A 204 must not have one (RFC 9110, section 8.6), and some clients would wait for the content.
    if (statusCode === 204) res.removeHeader('Content-Length');
  };
}

/**
 * Copies the challenges of `WWW-Authenticate` to the response to a navigation; for a request of the page, the
 * browser would ask for a password. `NTLM` and `Negotiate` authenticate a connection, which clients share here.
 */
function copyChallenges(value: string, res: Response): void {
  if (res.req.headers['sec-fetch-mode'] !== 'navigate') return;
  const challenges: string[] = [];
  for (const [part] of value.matchAll(/(?:[^,"]|"(?:[^"\\]|\\.)*"?)+/g)) {
    // A scheme, or a parameter of the challenge before it.
    if (/^\s*[^\s=]+(?:\s+[^\s=]|\s*$)/.test(part)) challenges.push(part.trim());
    else challenges.push(`${challenges.pop() ?? ''},${part}`);
  }
  const accepted = challenges.filter((challenge) => !/^(?:NTLM|Negotiate)\b/i.test(challenge));
  if (accepted.length > 0) res.setHeader('WWW-Authenticate', accepted.join(', '));
}
