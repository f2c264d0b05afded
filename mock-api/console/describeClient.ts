import type { Request } from 'express';

const maxLength = 200;

/** Who has sent a request, to follow a sentence: ` by 127.0.0.1, curl/8.14`. */
export function describeClient({ headers, query, socket }: Request): string {
  const address = headers['x-forwarded-for'] ?? socket.remoteAddress ?? 'an unknown address';
  const own = typeof query.by === 'string' ? query.by : headers['user-agent'];
  return ` by ${[address, own ?? []].flat().join(', ').slice(0, maxLength)}`;
}

/** What a request does, as somebody sees it who presses a button of the console. */
export function describeAction({ headers, originalUrl }: Request, button: string): string {
  // Only browsers send it.
  return headers.origin === undefined ? `POST ${originalUrl}` : `"${button}" in the console`;
}
