import type { IncomingMessage } from 'node:http';
import type { Request } from 'express';
import type { Config } from '../config/config.ts';
import { hopByHop } from '../config/environment.ts';
import type { Response } from '../locals.ts';
import { isUnder } from '../paths.ts';
import { inertPolicy } from '../responses/contentSecurityPolicy.ts';
import { type HeaderList, prepareHeaders, sharedHeaderNames } from '../responses/prepareHeaders.ts';
import type { Log } from '../runtime/log.ts';
import { BackendError } from './BackendError.ts';
import { createHeaderRewriter } from './createHeaderRewriter.ts';

/**
 * The names of the backend's headers that are forwarded. All others are dropped: they could reveal its software or
 * machines, set a policy for the host, or instruct a proxy in front of it.
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

/** The number of dropped names that are kept, so that a backend that invents names cannot fill the memory. */
const maxLoggedNames = 100;

/** Matches a line of `WWW-Authenticate` with a scheme that authenticates a connection, which clients share here. */
const connectionChallenge = /(?:^|,)\s*(?:NTLM|Negotiate)\b/i;

const proxiedHeaders = prepareHeaders({ 'Content-Security-Policy': undefined });

/**
 * Creates a function that selects the headers of the response to the client. Those of the host take precedence over the
 * backend's. The name of a header that is dropped is logged once, unless it describes the connection.
 */
export function createResponseHeaderSelector(config: Config, log: Log) {
  const { backendUrl, backendPolicyPaths, forwardedResponseHeaders } = config;
  const rewriteHeader = createHeaderRewriter(backendUrl);
  const isOwn = (name: string) => sharedHeaderNames.includes(name);
  for (const name of forwardedResponseHeaders.filter(isOwn)) {
    log.warn(`FORWARDED_RESPONSE_HEADERS: ${name} is ignored, because the host sends its own`);
  }
  const names = [...defaultForwarded, ...forwardedResponseHeaders];
  const allowed = new Set(names.filter((name) => !isOwn(name)));
  const logged = new Set<string>();
  const logDropped = (header: string) => {
    if (logged.has(header) || logged.size === maxLoggedNames || hopByHop.test(header)) return;

    logged.add(header);
    log.info({ header }, 'response header dropped');
  };

  /**
   * Selects the content security policies of a response: the backend's applies in addition to the host's, or alone
   * under `backendPolicyPaths`. A 304 gets no default, because a browser stores the headers of a 304 with its cached
   * response.
   */
  const selectPolicies = (policies: string[], status: number, target: string) => {
    if (policies.length === 0) return status === 304 ? [] : [inertPolicy];

    const isReplaced = backendPolicyPaths.some((path) => isUnder(path, target));
    return isReplaced ? policies : [inertPolicy, ...policies];
  };

  /** @throws {BackendError} for a response that cannot be forwarded */
  return (proxyRes: IncomingMessage, { req, locals }: Response): HeaderList => {
    rejectMalformed(proxyRes);
    const { statusCode = 0 } = proxyRes;
    const headers = findEndToEndHeaders(proxyRes);
    const policies = [headers.get('content-security-policy') ?? []].flat();
    const selected = proxiedHeaders(locals.requestId);
    selected.push('Content-Security-Policy', selectPolicies(policies, statusCode, req.url));
    if (!headers.has('cache-control') && statusCode !== 304) {
      selected.push('Cache-Control', 'no-store');
    }
    for (const [name, value = ''] of headers) {
      if (name === 'www-authenticate') selected.push(name, selectChallenges(proxyRes, req));
      else if (allowed.has(name)) selected.push(name, rewriteHeader(name, value));
      else if (name !== 'content-security-policy') logDropped(name);
    }
    return selected;
  };
}

/**
 * Rejects a response that cannot be forwarded.
 * @throws {BackendError}
 */
function rejectMalformed({ statusCode = 0, headers }: IncomingMessage): void {
  // Browsers repeat a request by themselves after a 408 or a 421, also a POST.
  if (statusCode === 408) throw new BackendError('ERR_BACKEND_TIMEOUT');

  // Node.js parses any three digits as a status, and passes on a 101 that does not upgrade.
  if (statusCode < 200 || statusCode > 599 || statusCode === 421) {
    throw new BackendError('ERR_BACKEND_STATUS');
  }

  // Node.js removes the last coding only.
  if ((headers['transfer-encoding'] ?? 'chunked').toLowerCase() !== 'chunked') {
    throw new BackendError('ERR_BACKEND_TRANSFER_ENCODING');
  }
}

/** Finds the headers that `Connection` does not name. */
function findEndToEndHeaders({ headers, statusCode }: IncomingMessage) {
  const endToEnd = new Map(Object.entries(headers));
  const connectionOptions = (headers.connection ?? '').toLowerCase().split(/[\s,]+/);
  for (const name of connectionOptions) endToEnd.delete(name);
  // A 204 must not have one (RFC 9110, section 8.6), and some clients would wait for the content.
  if (statusCode === 204) endToEnd.delete('content-length');
  return endToEnd;
}

/**
 * Selects the lines of `WWW-Authenticate` for the response to a navigation; for a request of the page, the browser
 * would ask for a password.
 */
function selectChallenges({ headersDistinct }: IncomingMessage, req: Request): string[] {
  if (req.headers['sec-fetch-mode'] !== 'navigate') return [];

  const lines = headersDistinct['www-authenticate'] ?? [];
  return lines.filter((line) => !connectionChallenge.test(line));
}
