import type { IncomingMessage } from 'node:http';
import type { Config } from '../config/config.ts';
import { hopByHop } from '../config/environment.ts';
import type { Response } from '../locals.ts';
import { isUnder } from '../paths.ts';
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
const overridable = new Set(['cache-control', 'x-robots-tag']);

/** A backend that invents names must not fill the memory. */
const maxLoggedNames = 100;

/** Matches a line of `WWW-Authenticate` with a scheme that authenticates a connection, which clients share here. */
const connectionChallenge = /(?:^|,)\s*(?:NTLM|Negotiate)\b/i;

/**
 * Creates a function that copies the status and the headers of a backend's response to `res`. Headers that the
 * host has set take precedence, except the overridable ones. The backend's content security policy is added to the
 * host's, so that both apply; under `backendPolicyPaths` it replaces it. The name of a header that is dropped is
 * logged once, unless it describes the connection. The function throws when the response is malformed, with some
 * headers already copied.
 */
export function createResponseHeadCopier(
  { backendUrl, backendPolicyPaths, forwardedResponseHeaders }: Config,
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
  const hasOwnPolicy = ({ req }: Response) =>
    backendPolicyPaths.some((path) => isUnder(path, req.url));
  const copyPolicy = (value: string | string[], res: Response) => {
    if (hasOwnPolicy(res)) res.setHeader('Content-Security-Policy', value);
    else res.appendHeader('Content-Security-Policy', value);
  };
  const copyHeader = (name: string, value: string | string[], res: Response) => {
    if (name === 'content-security-policy') return copyPolicy(value, res);
    if (res.hasHeader(name) && !overridable.has(name)) return;

    res.setHeader(name, rewriteHeader(name, value));
  };

  return (proxyRes: IncomingMessage, res: Response): void => {
    rejectMalformed(proxyRes);
    const { statusCode = 0, statusMessage = '' } = proxyRes;
    res.statusCode = statusCode;
    res.statusMessage = statusMessage;
    // Browsers would replace the policy of the cached response; some backends send theirs with a 200 only.
    if (statusCode === 304 && hasOwnPolicy(res)) res.removeHeader('Content-Security-Policy');
    for (const [name, value = ''] of listEndToEndHeaders(proxyRes)) {
      if (name === 'www-authenticate') copyChallenges(proxyRes, res);
      else if (allowed.has(name)) copyHeader(name, value, res);
      else logDropped(name);
    }
    // A 204 must not have one (RFC 9110, section 8.6), and some clients would wait for the content.
    if (statusCode === 204) res.removeHeader('Content-Length');
  };
}

/** @throws {BackendError} for a response that cannot be forwarded */
function rejectMalformed({
  statusCode = 0,
  statusMessage = '',
  headers,
  rawHeaders,
}: IncomingMessage): void {
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
}

/** Lists the headers that `Connection` does not name. */
function listEndToEndHeaders({ headers }: IncomingMessage) {
  const connectionOptions = (headers.connection ?? '').toLowerCase().split(/[\s,]+/);
  return Object.entries(headers).filter(([name]) => !connectionOptions.includes(name));
}

/**
 * Copies `WWW-Authenticate` to the response to a navigation; for a request of the page, the browser would ask for a
 * password.
 */
function copyChallenges({ headersDistinct }: IncomingMessage, res: Response): void {
  if (res.req.headers['sec-fetch-mode'] !== 'navigate') return;

  const lines = headersDistinct['www-authenticate'] ?? [];
  const accepted = lines.filter((line) => !connectionChallenge.test(line));
  if (accepted.length > 0) res.setHeader('WWW-Authenticate', accepted);
}
