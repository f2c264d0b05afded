import type { Response } from 'express';
import type { Problem } from '#openapi';

/** Refuses a request in a sentence that names no address and nothing personal. */
export function answerProblem(res: Response, status: number, message: string): void {
  const problem: Problem & { requestId: string } = { message, requestId: res.locals.requestId };
  res.status(status).set('Cache-Control', 'no-store').json(problem);
}
