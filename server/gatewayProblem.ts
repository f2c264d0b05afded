import type { Response } from 'express';
import type { GatewayProblem } from '#openapi';

/** Tells the browser that the backend gave no answer. Neither its address nor the request's is told. */
export function answerGatewayProblem(
  res: Response,
  error: NodeJS.ErrnoException,
  mayHaveArrived: boolean,
): void {
  const late = error.code === 'ETIMEDOUT';
  const problem: GatewayProblem = {
    message: late
      ? 'The service did not answer in time.'
      : 'The service is not available at the moment.',
    requestId: res.locals.requestId,
    mayHaveArrived,
  };
  res
    .status(late ? 504 : 502)
    .set('Cache-Control', 'no-store')
    .json(problem);
}
