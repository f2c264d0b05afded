import type { Response } from '../locals.ts';
import { sendProblem } from './sendProblem.ts';

const retryAfterSeconds = 2;

/** Responds 503 with `Retry-After`. The request must not have been sent to the backend. */
export function sendOverloaded(res: Response): void {
  res.set('Retry-After', String(retryAfterSeconds));
  sendProblem(res, 503, 'The service is busy. Try again in a few seconds.');
}
