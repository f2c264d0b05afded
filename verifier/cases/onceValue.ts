import { percentEncode } from '../send/percentEncode.ts';
import type { WireRequest } from '../send/wireRequest.ts';
import { escapeAll } from './rows/bodyRows.ts';

/** Stands for a value that can be used once, until the request is sent. */
export const onceValue = 'contract-check-once';

/** What is sent in its place: the run and a number. */
export const sentOnceValue = /contract-check-[\da-f]{8}-\d+/g;

/** How a request may contain a value. */
const encodings: readonly ((text: string) => string)[] = [(text) => text, escapeAll, percentEncode];

export function hasOnceValue({ target, body }: WireRequest): boolean {
  const text = target + (body?.toString('latin1') ?? '');
  return encodings.some((encode) => text.includes(encode(onceValue)));
}

/** The request with a value of its own. */
export function replaceOnceValue(request: WireRequest, value: string): WireRequest {
  const replace = (text: string) =>
    encodings.reduce((it, encode) => it.replaceAll(encode(onceValue), encode(value)), text);
  const target = replace(request.target);
  if (!request.body) return { ...request, target };
  return {
    ...request,
    target,
    body: Buffer.from(replace(request.body.toString('latin1')), 'latin1'),
  };
}
