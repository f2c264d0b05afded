import { percentEncode } from '../send/percentEncode.ts';
import type { WireRequest } from '../send/wireRequest.ts';
import { escapeAll } from './modifications/bodyModifications.ts';

/** The placeholder for a single-use value, such as a captcha response. It is replaced when a request is sent. */
export const singleUsePlaceholder = 'contract-check-once';

/** A pattern of the values that replace the placeholder, which contain the id of the run and a number. */
export const sentSingleUseValue = /contract-check-[\da-f]{8}-\d+/g;

/** The encodings in which a request may contain the placeholder. */
const encodings: readonly ((text: string) => string)[] = [(text) => text, escapeAll, percentEncode];

/** Whether a request contains the placeholder. */
export function hasSingleUseValue({ target, body }: WireRequest): boolean {
  const text = target + (body?.toString('latin1') ?? '');
  return encodings.some((encode) => text.includes(encode(singleUsePlaceholder)));
}

/** Replaces the placeholder in a request by a value. */
export function replaceSingleUseValue(request: WireRequest, value: string): WireRequest {
  const replace = (text: string) =>
    encodings.reduce(
      (it, encode) => it.replaceAll(encode(singleUsePlaceholder), encode(value)),
      text,
    );
  const target = replace(request.target);
  if (!request.body) return { ...request, target };
  return {
    ...request,
    target,
    body: Buffer.from(replace(request.body.toString('latin1')), 'latin1'),
  };
}
