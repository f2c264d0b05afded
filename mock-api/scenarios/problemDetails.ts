import { STATUS_CODES } from 'node:http';
import type { Problem } from '#openapi';

/** The media type of problem details (RFC 9457). */
export const problemMediaType = 'application/problem+json';

/**
 * Creates problem details.
 * @param detail the reason, in one sentence
 */
export function createProblemDetails(status: number, detail: string): Problem {
  return { title: STATUS_CODES[status] ?? 'Error', status, detail };
}
