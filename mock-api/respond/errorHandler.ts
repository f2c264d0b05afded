import type { ErrorRequestHandler } from 'express';
import { type ContractContext, ContractError, isObject, splitTarget } from '../contract/index.ts';
import { createFailureReply, sendProblem, sendReply } from './sendProblem.ts';

const reasons: Readonly<Record<number, string>> = {
  413: 'is larger than 1 MiB',
  415: 'has an unsupported Content-Encoding',
};

/** Rejects a body that cannot be read. Any other error is logged and becomes a 500. */
export function createErrorHandler(currentContext: () => ContractContext): ErrorRequestHandler {
  return (error: unknown, req, res, next) => {
    if (res.headersSent) return next(error);
    const match = currentContext().matchOperation(req.method, splitTarget(req.url).path);
    const operation = match.kind === 'operation' ? match.operation : undefined;
    const send = (status: number, message: string) => sendProblem(res, status, message, operation);
    if (error instanceof ContractError) {
      return sendReply(res, createFailureReply(501, error.message));
    }
    if (error instanceof URIError) return send(400, 'The path has a malformed percent-encoding.');
    const { status = 500, type } = isObject(error) ? error : {};
    const isJson = type === 'entity.parse.failed';
    const otherwise = isJson ? 'is not valid JSON' : 'is incomplete or cannot be decompressed';
    const { [Number(status)]: reason = otherwise } = reasons;
    if (Number(status) < 500) {
      return send(reason === otherwise ? 400 : Number(status), `The body ${reason}.`);
    }

    console.error(error);
    sendReply(res, createFailureReply(500, 'The mock failed. Its output has the reason.'));
  };
}
