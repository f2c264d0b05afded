import type { Handler, HostResponse } from '../locals.ts';
import { prepareHeaders } from './prepareHeaders.ts';

const textHeaders = prepareHeaders({
  'Cache-Control': 'no-store',
  'Content-Type': 'text/plain; charset=utf-8',
});

export interface TextResponse {
  status: number;
  text: string;
  /** Headers in addition to those of every response. */
  headers?: Readonly<Record<string, string>>;
}

/** Sends a short text that is not cached. */
export function sendText(res: HostResponse, { status, text, headers = {} }: TextResponse): void {
  res.writeHead(status, [
    ...textHeaders(res.locals.requestId),
    ...Object.entries(headers).flat(),
    'Content-Length',
    `${Buffer.byteLength(text)}`,
  ]);
  res.end(text);
}

export function sendRedirect(res: HostResponse, location: string): void {
  sendText(res, { status: 302, text: 'Found.\n', headers: { Location: location } });
}

export function redirect(location: string): Handler {
  return (_req, res) => sendRedirect(res, location);
}
