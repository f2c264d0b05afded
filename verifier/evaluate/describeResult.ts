import { headerText, printable, shorten } from '#contract';
import type { SendResult } from '../send/sendRequest.ts';

const maxExcerptLength = 160;

/** Status, media type and the start of the body: `200 application/json {"name":…`. */
export function describeResult(result: SendResult): string {
  if (result.kind === 'error') return result.message;

  const { status, headers, body } = result;
  const location = headerText(headers, 'location');
  if (status >= 300 && status < 400 && location !== undefined) {
    return `${status} with Location: ${printable(location)}`;
  }
  const type = printable(headerText(headers, 'content-type') ?? 'without a media type');
  if (!body?.length) return `${status} ${body ? 'with an empty body' : type}`;

  const text = printable(body.toString('utf8', 0, maxExcerptLength * 4).replace(/\s+/g, ' '));
  return `${status} ${type} ${shorten(text, maxExcerptLength)}`;
}
