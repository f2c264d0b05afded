import { headerText, valueAt } from '#contract';
import { toRequestMessage } from '../plan/findViolations.ts';
import type { RequestValues, WireRequest } from '../plan/wireRequest.ts';
import { type HttpResponse, readJson } from '../send/sendRequest.ts';

/** The request and response that a link's expressions refer to. */
export interface LinkSource {
  request: WireRequest;
  values: RequestValues;
  response: HttpResponse;
}

/**
 * The value of a link parameter: a constant, or an expression for a part of a request or response (OpenAPI 3.1,
 * "Runtime Expressions"). Undefined if they have no such value.
 *
 * @example
 * resolveExpression('$response.body#/id', source); // 7
 */
export function resolveExpression(
  expression: unknown,
  { request, values, response }: LinkSource,
): unknown {
  if (typeof expression !== 'string') return expression;
  // Expressions within a text are not supported.
  if (!expression.startsWith('$')) return expression.includes('{$') ? undefined : expression;

  const [, message, location, name = ''] =
    /^\$(request|response)\.(header|query|path|body)[.#]?(.*)$/s.exec(expression) ?? [];
  if (location === 'body') {
    return valueAt(message === 'request' ? values.body : readJson(response), name);
  }
  if (message === 'response') return headerText(response.headers, name);
  if (location === 'header') return headerText(toRequestMessage(request).headers, name);

  return values.parameters.get(`${location} ${name}`);
}
