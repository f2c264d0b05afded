import type { IncomingHttpHeaders } from 'node:http';
import type { Response } from 'express';

/** What concerns only the connection to the backend, or tells what it is made with, or speaks for our host. */
const keptBack =
  /^(?:connection|keep-alive|proxy-.*|te|trailer|upgrade|server|via|alt-svc|x-powered-by|x-aspnet.*|strict-transport-security|access-control-.*)$/;

/** What the backend knows better than the host does. */
const backendDecides = new Set(['cache-control', 'content-security-policy', 'x-robots-tag']);

/**
 * Trims the headers of a backend's answer in place, before they are copied to ours. What the host has
 * set stands; a framing rule gives way where the backend sends a policy of its own.
 */
export function trimHeadersFromBackend(
  headers: IncomingHttpHeaders,
  res: Response,
  backendUrl: string,
): void {
  const nominated = (headers.connection ?? '').toLowerCase().split(/[\s,]+/);
  for (const name of Object.keys(headers)) {
    const ours = res.hasHeader(name) && !backendDecides.has(name);
    if (keptBack.test(name) || nominated.includes(name) || ours) delete headers[name];
  }
  if (headers['content-security-policy']) res.removeHeader('X-Frame-Options');
  if (headers.location) headers.location = withoutOrigin(headers.location, backendUrl);
  // The client's own wish, which the proxy library would overrule.
  headers.connection = res.shouldKeepAlive ? 'keep-alive' : 'close';
}

/** A redirect within the backend is one within this host, and does not tell the backend's address. */
function withoutOrigin(location: string, backendUrl: string): string {
  const { origin } = new URL(backendUrl);
  return location === origin || location.startsWith(`${origin}/`)
    ? location.slice(origin.length) || '/'
    : location;
}
