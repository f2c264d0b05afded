import { randomUUID } from 'node:crypto';
import type { RequestHandler } from 'express';
import helmet, { type HelmetOptions } from 'helmet';
import {
  framedPolicy,
  inertPolicy,
  isOnThisHost,
  type Policy,
  pagePolicy,
} from './contentSecurityPolicy.ts';

declare global {
  namespace Express {
    interface Locals {
      /** What a script in the document needs to run. */
      nonce: string;
    }
  }
}

const denied = [
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

/** Holds the nonce's place in a policy that is otherwise the same for every page. */
const noncePlace = 'NONCE';

/** The headers that guard answers: a handler for each kind, with everything that does not vary made once. */
export function createSecurityHeaders(captchaScriptUrl: string) {
  const framed = isOnThisHost(captchaScriptUrl);
  const base = {
    ...headersOf({
      frameguard: { action: 'deny' },
      // Where the page is names the subscriber: other sites learn the origin at most.
      referrerPolicy: { policy: 'strict-origin' },
      // The hosts below this one are not ours to speak for.
      strictTransportSecurity: { maxAge: 31_536_000, includeSubDomains: false },
      contentSecurityPolicy: false,
    }),
    'Content-Security-Policy': policyText(inertPolicy),
    'Permissions-Policy': denied.map((feature) => `${feature}=()`).join(', '),
  };
  const page = policyText(pagePolicy(captchaScriptUrl, `'nonce-${noncePlace}'`)).split(noncePlace);
  const fromBackend = framed ? policyText(framedPolicy) : undefined;

  const forAll: RequestHandler = (_req, res, next) => {
    for (const [name, value] of Object.entries(base)) res.setHeader(name, value);
    next();
  };
  const forPage: RequestHandler = (_req, res, next) => {
    // Node draws these from a stock of random bytes; drawing bytes one by one took a fifth of the time.
    res.locals.nonce = randomUUID().replaceAll('-', '');
    res.setHeader('Content-Security-Policy', page.join(res.locals.nonce));
    res.setHeader('X-Robots-Tag', 'noindex');
    next();
  };
  const forBackend: RequestHandler = (_req, res, next) => {
    if (fromBackend) {
      res.setHeader('Content-Security-Policy', fromBackend);
      res.removeHeader('X-Frame-Options');
    }
    next();
  };
  return { forAll, forPage, forBackend };
}

/** The headers that helmet would set on an answer. */
function headersOf(options: HelmetOptions): Record<string, string> {
  const headers: Record<string, string> = {};
  const recorder = {
    setHeader: (name: string, value: string) => {
      headers[name] = value;
    },
    removeHeader: () => {},
  };
  type Answer = Parameters<ReturnType<typeof helmet>>[1];
  helmet(options)({} as never, recorder as unknown as Answer, () => {});
  return headers;
}

function policyText(policy: Policy): string {
  return Object.entries(policy)
    .map(([directive, sources]) => [directive, ...sources].join(' '))
    .join('; ');
}
