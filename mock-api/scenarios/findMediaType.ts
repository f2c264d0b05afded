import type { Step } from './step.ts';

/** Returns the media type of the body that a step sends; undefined for an empty one. */
export function findMediaType({ mediaType, body }: Step): string | undefined {
  if (mediaType !== undefined || body === '') return mediaType;
  return typeof body === 'string' ? 'text/plain' : 'application/json';
}
