import { headerText } from '../message.ts';
import type { Answer } from './failure.ts';

const EXCERPT = 160;

/** `200 application/json {"name":…`: enough to recognise an answer by. */
export function describeAnswer({ status, headers, body }: Answer): string {
  const type = headerText(headers, 'content-type') ?? 'without a media type';
  if (!body?.length) return `${status} ${body ? 'with an empty body' : type}`;
  const text = body.toString('utf8', 0, EXCERPT * 4).replace(/\s+/g, ' ');
  return `${status} ${type} ${text.length > EXCERPT ? `${text.slice(0, EXCERPT)}…` : text}`;
}
