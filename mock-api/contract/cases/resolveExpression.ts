import { headerText } from '../message.ts';
import { valueAt } from '../pointer.ts';
import { readMessage } from './createProof.ts';
import type { Answer } from './failure.ts';
import type { RequestValues, WireRequest } from './wireRequest.ts';

/** An exchange that has taken place, as a link's expressions see it. */
export interface Exchange {
  request: WireRequest;
  values: RequestValues;
  answer: Answer;
}

/** The value of a link's constant or runtime expression (OpenAPI 3.1, "Runtime Expressions"). */
export function resolveExpression(expression: unknown, exchange: Exchange): unknown {
  if (typeof expression !== 'string') return expression;
  if (expression.startsWith('$')) return resolveOne(expression, exchange);
  return expression.replace(/\{(\$[^}]+)\}/g, (_, inner: string) =>
    String(resolveOne(inner, exchange) ?? ''),
  );
}

function resolveOne(expression: string, { request, values, answer }: Exchange): unknown {
  if (expression === '$url') return request.target;
  if (expression === '$method') return request.method;
  if (expression === '$statusCode') return answer.status;
  const [, side, place, name = ''] =
    /^\$(request|response)\.(header|query|path|body)[.#]?(.*)$/s.exec(expression) ?? [];
  if (place === 'body') {
    const body = side === 'request' ? values.body : parse(answer.body);
    return valueAt(body, name);
  }
  if (side === 'response') return headerText(answer.headers, name);
  if (place === 'header') return headerText(readMessage(request).headers, name);
  return values.parameters.get(`${place} ${name}`);
}

function parse(body: Buffer | undefined): unknown {
  try {
    return JSON.parse(String(body));
  } catch {
    return undefined;
  }
}
