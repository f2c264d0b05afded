import { findResponse } from './checkResponse.ts';
import type { Operation } from './contract.ts';
import { findMediaType, parseMediaType } from './mediaType.ts';
import { type Answer, encodeBody } from './pickAnswer.ts';

/** The name of the contract's example that an answer's body is, undefined for a body of its own. */
export function findExample(operation: Operation, answer: Answer): string | undefined {
  const type = answer.headers['content-type'];
  const actual = parseMediaType(typeof type === 'string' ? type : '');
  const content = findResponse(operation, answer.status)?.content ?? [];
  const media = actual && findMediaType(content, actual);
  return media?.examples.find(({ value }) => encodeBody(value, media.mediaType).equals(answer.body))
    ?.name;
}
