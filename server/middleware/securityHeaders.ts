import type { ServerResponse } from 'node:http';
import type { RequestHandler } from 'express';
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

/** The security headers, for responses that do not pass through Express. */
export const securityHeaderValues = new Map([
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
  ['X-DNS-Prefetch-Control', 'off'],
  ['X-Download-Options', 'noopen'],
  ['X-Frame-Options', 'DENY'],
  ['X-Permitted-Cross-Domain-Policies', 'none'],
  ['X-XSS-Protection', '0'],
]);

export function setSecurityHeaders(res: ServerResponse): void {
  res.setHeaders(securityHeaderValues);
}

/** Sets the security headers of every response. Documents and proxied responses override some of them. */
export const securityHeaders: RequestHandler = (_req, res, next) => {
  setSecurityHeaders(res);
  next();
};
