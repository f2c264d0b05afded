import type { CheckedRequest } from '../contract/checkRequest.ts';
import type { Operation } from '../contract/contract.ts';
import { type Answer, contentType, encodeBody, pickAnswer } from '../contract/pickAnswer.ts';
import type { Behaviour } from './behaviour.ts';
import { type AnyReply, handlerOf } from './handlerOf.ts';
import type { State } from './operationHandler.ts';

/** The operation's handler's answer; without a handler, the contract's first example. */
export function ordinaryAnswer(
  operation: Operation,
  request: CheckedRequest,
  state: State,
): Answer {
  const handler = handlerOf(operation.id);
  if (handler?.answer) {
    const { path } = request.parameters;
    return encodeReply(handler.answer({ path, body: request.body }, state));
  }
  const answer = pickAnswer(operation);
  if (!answer) throw new Error(`The contract has no example of an answer for ${operation.id}.`);
  return answer;
}

/** The answer that a behaviour puts in the ordinary one's place. */
export function plannedAnswer({ answer }: Behaviour): Answer | undefined {
  if (!answer) return undefined;
  const headers = answer.mediaType === undefined ? {} : { 'content-type': answer.mediaType };
  return { status: answer.status, headers, body: Buffer.from(answer.body) };
}

function encodeReply({ status, headers = {}, mediaType, body }: AnyReply): Answer {
  const texts = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)]);
  if (mediaType !== undefined) texts.push(['content-type', contentType(mediaType)]);
  return {
    status,
    headers: Object.fromEntries(texts),
    body: mediaType === undefined ? Buffer.alloc(0) : encodeBody(body, mediaType),
  };
}
