import type { Request } from 'express';

const maxLength = 300;

/** Describes a request and its sender: `POST /mock/reset?name=anna by 127.0.0.1, curl/8.14`. */
export function describeSender({ headers, query, socket, method, baseUrl, path }: Request): string {
  const { by = headers['user-agent'] ?? '', name } = query;
  const selection = name === undefined ? '' : `?name=${name}`;
  // Only browsers send an origin.
  const place = headers.origin === undefined ? '' : ' in the console';
  const address = headers['x-forwarded-for'] ?? socket.remoteAddress;
  const request = `${method} ${baseUrl}${path}${selection}${place}`;
  return `${request} by ${address}, ${by}`.slice(0, maxLength);
}
