import type { ErrorRequestHandler } from 'express';
import { type ContractContext, isObject, type Operation, splitTarget } from '#contract';
import type { ExchangeEmitter } from '../journal/exchange.ts';
import { defineError, defineFailure } from './defineError.ts';
import { deliver, send } from './deliver.ts';
import type { SentDefinition } from './responseDefinition.ts';

/** The status and the message for a body that cannot be read, by the type of the error of Express. */
const rejections: Readonly<Record<string, [status: number, problem: string]>> = {
  'entity.too.large': [413, 'is larger than 1 MiB'],
  'encoding.unsupported': [415, 'has an unsupported Content-Encoding'],
  'entity.parse.failed': [400, 'is not valid JSON'],
};

/** Creates the handler of errors: it rejects a body that cannot be read, and logs any other error and sends a 500. */
export function createErrorHandler(
  files: { current(): { context: ContractContext } },
  exchanges: ExchangeEmitter,
): ErrorRequestHandler {
  return (error: unknown, req, res, next) => {
    if (res.headersSent) return next(error);

    const { context } = files.current();
    const match = context.matchOperation(req.method, splitTarget(req.url).path);
    const operation = match.kind === 'operation' ? match.operation : undefined;
    const definition = createDefinition(error, operation, req.headers.accept);
    return deliver(res, definition, { req, context, violations: [] }, exchanges);
  };
}

/** Handles errors of requests below `/mock/`, which are not recorded. */
export const handleConsoleError: ErrorRequestHandler = (error: unknown, req, res, next) => {
  if (res.headersSent) return next(error);
  send(res, createDefinition(error, undefined, req.headers.accept));
};

function createDefinition(
  error: unknown,
  operation: Operation | undefined,
  accept: string | undefined,
): SentDefinition {
  const reject = (status: number, message: string) =>
    defineError(operation, status, message, accept);
  if (error instanceof URIError) return reject(400, 'The path has a malformed percent-encoding.');

  const { status = 500, type } = isObject(error) ? error : {};
  if (Number(status) < 500) {
    const otherwise = [400, 'is incomplete or cannot be decompressed'] as const;
    const [rejected, problem] = rejections[String(type)] ?? otherwise;
    return reject(rejected, `The body ${problem}.`);
  }

  console.error(error);
  return defineFailure('The mock failed. Its output has the reason.');
}
