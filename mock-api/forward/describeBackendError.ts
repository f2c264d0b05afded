import type { BackendError, ForwardedExchange } from './forward.ts';

/** A sentence about a backend that could not be connected. */
export function describeConnectionError({ cause }: BackendError): string {
  const { code = '', message } = cause;
  const prefix = 'No connection to the backend';
  if (code === 'EPROTO') return `${prefix}: its port does not support HTTPS.`;
  if (/CERT|UNABLE_TO_/.test(code)) {
    const advice = 'Set NODE_EXTRA_CA_CERTS to a file with the certificate of its issuer.';
    return `${prefix}: its certificate is not trusted (${code}). ${advice}`;
  }
  // The error of a host with several addresses has no message.
  return `${prefix}: ${message || code}.`;
}

/** Why there is no complete response in time, without the subject; undefined if there is, or if it is not the backend's. */
export function describeMissingResponse(
  { outcome, error }: Pick<ForwardedExchange, 'outcome' | 'error'>,
  lateAfterMs: number | undefined,
): string | undefined {
  if (error && !error.isConnected) return undefined;
  if (lateAfterMs !== undefined) return `did not begin within ${lateAfterMs / 1000} s`;
  if (!error) return undefined;
  if (outcome === 'malformed') {
    return `is not valid HTTP: ${error.cause.message.replace(/^Parse Error: /, '')}`;
  }
  return `is ${outcome === 'reset' ? 'missing' : 'incomplete'}: the backend closed the connection`;
}
