import type { IncomingHttpHeaders } from 'node:http';

export interface BackendRequest {
  method: string;
  /** Decoded, without the query. */
  path: string;
  /** As received. */
  target: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

export interface BackendResponse {
  status: number;
  headers: Record<string, string>;
  body: string | Buffer;
}

export const jsonContentType = { 'Content-Type': 'application/json' };

export function json(status: number, value: unknown): BackendResponse {
  return { status, headers: jsonContentType, body: JSON.stringify(value) };
}

/** Problem details (RFC 9457). */
export function errorResponse(status: number, title: string): BackendResponse {
  const headers = { 'Content-Type': 'application/problem+json' };
  return { status, headers, body: JSON.stringify({ title, status }) };
}
