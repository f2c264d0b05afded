import { inertPolicy } from './contentSecurityPolicy.ts';

/** A list of header names, each followed by its value, as `writeHead` takes it. */
export type HeaderList = (string | string[])[];

const deniedFeatures = [
  'accelerometer',
  'autoplay',
  'browsing-topics',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'usb',
];

const securityHeaders = {
  'Content-Security-Policy': inertPolicy,
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Origin-Agent-Cluster': '?1',
  'Permissions-Policy': deniedFeatures.map((feature) => `${feature}=()`).join(', '),
  // The path of a page identifies the subscriber, so other sites get at most the origin.
  'Referrer-Policy': 'strict-origin',
  // Subdomains may belong to other teams.
  'Strict-Transport-Security': 'max-age=31536000',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
};

/** The names of the headers that every response has, in lower case. */
export const sharedHeaderNames: readonly string[] = [
  ...Object.keys(securityHeaders),
  'X-Request-Id',
].map((name) => name.toLowerCase());

/**
 * Prepares the headers of a kind of response: the security headers and `own`, which takes precedence. A header that is
 * undefined in `own` is omitted. All headers are sent in one call of `writeHead`, because setting them one by one takes
 * a tenth of the time of a small response.
 *
 * @returns a function that completes them with the id of the request
 * @example
 * const textHeaders = prepareHeaders({ 'Content-Type': 'text/plain; charset=utf-8' });
 * res.writeHead(404, textHeaders(res.locals.requestId));
 */
export function prepareHeaders(
  own: Readonly<Record<string, string | undefined>> = {},
): (requestId: string) => HeaderList {
  const all = Object.entries({ ...securityHeaders, ...own });
  const prepared = all.flatMap(([name, value]) => (value === undefined ? [] : [name, value]));
  return (requestId) => [...prepared, 'X-Request-Id', requestId];
}
