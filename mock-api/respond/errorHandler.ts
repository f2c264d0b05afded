import type { ErrorRequestHandler } from 'express';
import { type ContractContext, isObject, splitTarget } from '#contract';
import { createFailureReply, sendError, sendErrorReply } from './errorReply.ts';

/** The statuses for a body that cannot be read, and what it is, by the type of the error of Express. */
const rejections: Readonly<Record<string, [status: number, what: string]>> = {
  'entity.too.large': [413, 'is larger than 1 MiB'],
  'encoding.unsupported': [415, 'has an unsupported Content-Encoding'],
  'entity.parse.failed': [400, 'is not valid JSON'],
};

/** Rejects a body that cannot be read. Any other error is logged and becomes a 500. */
export function createErrorHandler(currentContext: () => ContractContext): ErrorRequestHandler {
  return (error: unknown, req, res, next) => {
    if (res.headersSent) return next(error);
    const match = currentContext().matchOperation(req.method, splitTarget(req.url).path);
    const operation = match.kind === 'operation' ? match.operation : undefined;
    const send = (status: number, message: string) => sendError(res, status, message, operation);
    if (error instanceof URIError) return send(400, 'The path has a malformed percent-encoding.');
    const { status = 500, type } = isObject(error) ? error : {};
    if (Number(status) < 500) {
      const otherwise = [400, 'is incomplete or cannot be decompressed'] as const;
      const [rejected, what] = rejections[String(type)] ?? otherwise;
      return send(rejected, `The body ${what}.`);
    }

    console.error(error);
    sendErrorReply(res, createFailureReply('The mock failed. Its output has the reason.'));
  };
}
