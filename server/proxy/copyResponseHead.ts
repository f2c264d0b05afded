import type { IncomingMessage } from 'node:http';
import type { Response } from 'express';
import type { BackendReferences } from './createBackendReferences.ts';

/**
 * Hop-by-hop headers, and headers that reveal the backend's software or machines, set a policy for the
 * host, or instruct a proxy in front of it.
 */
const dropped =
  /^(?:connection|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade|server|server-timing|via|alt-svc|strict-transport-security|public-key-pins|.*-report-only|service-worker-allowed|access-control-.*|nel|report-to|reporting-endpoints|surrogate-.*|cdn-cache-control|x-(?:accel-(?!buffering$).*|aspnet.*|backend.*|envoy-.*|generator|host.*|lighttpd-.*|powered-by|reproxy-.*|runtime|sendfile.*|served-by|server.*|upstream.*|varnish))$/;

/** Headers of the host that the backend may override. */
const overridable = new Set(['cache-control', 'content-security-policy', 'x-robots-tag']);

/** The error of a response that cannot be forwarded. */
class InvalidResponseError extends Error {
  override name = 'InvalidResponseError';
  readonly code: string;

  constructor(code: `ERR_BACKEND_${string}`) {
    super('The response of the backend cannot be forwarded.');
    this.code = code;
  }
}

/**
 * Copies the status and the headers of a backend's response to `res`. Headers that the host has set take
 * precedence, except the overridable ones.
 * @throws {Error} when the response is malformed, with some headers already copied
 */
export function copyResponseHead(
  proxyRes: IncomingMessage,
  res: Response,
  references: BackendReferences,
): void {
  const { statusCode = 0, statusMessage = '', headers } = proxyRes;
  // Node.js parses any three digits as a status, and passes on a 101 that does not upgrade.
  if (statusCode < 200 || statusCode > 599) throw new InvalidResponseError('ERR_BACKEND_STATUS');
  if (/[^\t -~\x80-\xff]/.test(statusMessage)) throw new InvalidResponseError('ERR_BACKEND_REASON');
  // Node.js removes the last coding only.
  if ((headers['transfer-encoding'] ?? 'chunked').toLowerCase() !== 'chunked') {
    throw new InvalidResponseError('ERR_BACKEND_TRANSFER_ENCODING');
  }
  res.statusCode = statusCode;
  res.statusMessage = statusMessage;
  // The backend's own policy decides about framing.
  if (headers['content-security-policy']) res.removeHeader('X-Frame-Options');
  const hopByHop = (headers.connection ?? '').toLowerCase().split(/[\s,]+/);
  for (const [name, value] of Object.entries(headers)) {
    const isOverridden = res.hasHeader(name) && !overridable.has(name);
    if (value === undefined || dropped.test(name) || hopByHop.includes(name) || isOverridden) {
      continue;
    }
    res.setHeader(name, references.rewriteHeader(name, value));
  }
  // A 204 must not have one (RFC 9110, section 8.6), and some clients would wait for the content.
  if (statusCode === 204) res.removeHeader('Content-Length');
}
