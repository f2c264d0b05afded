import type { BackendError, BackendExchange } from './forward.ts';

/** Describes an error of the connection to the backend, with advice. */
export function describeConnectionError({ cause }: BackendError, backend: URL): string {
  const { code = '', message } = cause;
  const prefix = 'No connection to the backend';
  if (code === 'EPROTO') return `${prefix}: its port does not support HTTPS.`;
  if (/CERT|UNABLE_TO_/.test(code)) {
    const advice = 'Set NODE_EXTRA_CA_CERTS to a file with the certificate of its issuer.';
    return `${prefix}: its certificate is not trusted (${code}). ${advice}`;
  }
  // The error of a host with several addresses has no message.
  return `${prefix}: ${message || code}.${describeProxy(backend)}`;
}

/** Describes the environment's proxy for a backend; empty without one. */
function describeProxy({ protocol }: URL): string {
  const name = protocol === 'https:' ? 'HTTPS_PROXY' : 'HTTP_PROXY';
  const { env } = process;
  if (!env[name] && !env[name.toLowerCase()]) return '';
  if (env.NODE_USE_ENV_PROXY !== '1') return ` ${name} is used only if NODE_USE_ENV_PROXY is 1.`;
  return ` The proxy is that of ${name}, except for the hosts in NO_PROXY.`;
}

/**
 * Describes a missing, late or incomplete response: `did not begin within 10 s`. Returns undefined if there is a
 * complete one in time, or if the backend could not be connected.
 */
export function describeMissingResponse(
  { outcome, error }: Pick<BackendExchange, 'outcome' | 'error'>,
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
