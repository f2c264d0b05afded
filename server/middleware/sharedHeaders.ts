import type { Handler, Response } from '../locals.ts';
import { inertPolicy } from './contentSecurityPolicy.ts';

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

/** The headers of every response, besides its request id. */
export const securityHeaders = new Map([
  ['Content-Security-Policy', inertPolicy],
  ['Cross-Origin-Opener-Policy', 'same-origin'],
  ['Cross-Origin-Resource-Policy', 'same-origin'],
  ['Origin-Agent-Cluster', '?1'],
  ['Permissions-Policy', deniedFeatures.map((feature) => `${feature}=()`).join(', ')],
  // The path of a page identifies the subscriber, so other sites get at most the origin.
  ['Referrer-Policy', 'strict-origin'],
  // Subdomains may belong to other teams.
  ['Strict-Transport-Security', 'max-age=31536000'],
  ['X-Content-Type-Options', 'nosniff'],
  ['X-Frame-Options', 'DENY'],
]);

/** Sets the security headers and the request id. */
export function setSharedHeaders(res: Response): void {
  res.setHeaders(securityHeaders);
  res.setHeader('X-Request-Id', res.locals.requestId);
}

/** Documents and proxied responses are sent before it, with all headers at once. */
export const sharedHeaders: Handler = (_req, res, next) => {
  setSharedHeaders(res);
  next();
};
