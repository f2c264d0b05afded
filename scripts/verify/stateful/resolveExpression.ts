import { headerText, valueAt } from '../../../mock-api/contract/index.ts';
import { toRequestMessage } from '../plan/classifyRequest.ts';
import type { RequestValues, WireRequest } from '../plan/wireRequest.ts';
import { type HttpResponse, readJson } from '../send/sendRequest.ts';

/** The request and response that a link's expressions refer to. */
export interface Exchange {
  request: WireRequest;
  values: RequestValues;
  response: HttpResponse;
}

/**
 * The value of a link parameter: a constant, a runtime expression, or a string with embedded
 * expressions (OpenAPI 3.1, "Runtime Expressions"). Undefined if the exchange has no such value.
 *
 * @example
 * resolveExpression('$response.body#/id', exchange); // 7
 */
export function resolveExpression(expression: unknown, exchange: Exchange): unknown {
  if (typeof expression !== 'string') return expression;
  if (expression.startsWith('$')) return resolveSingle(expression, exchange);
  return expression.replace(/\{(\$[^}]+)\}/g, (_, inner: string) =>
    String(resolveSingle(inner, exchange) ?? ''),
  );
}

function resolveSingle(expression: string, { request, values, response }: Exchange): unknown {
  if (expression === '$url') return request.target;
  if (expression === '$method') return request.method;
  if (expression === '$statusCode') return response.status;
  const [, message, location, name = ''] =
    /^\$(request|response)\.(header|query|path|body)[.#]?(.*)$/s.exec(expression) ?? [];
  if (location === 'body') {
    const body = message === 'request' ? values.body : readJson(response);
    return valueAt(body, name);
  }
  if (message === 'response') return headerText(response.headers, name);
  if (location === 'header') return headerText(toRequestMessage(request).headers, name);
  return values.parameters.get(`${location} ${name}`);
}
