import Negotiator from 'negotiator';
import type { MediaType } from '../contract/index.ts';

/** A media type without a wildcard, and the entry of the contract that declares it. */
interface Candidate {
  media: MediaType;
  mediaType: string;
}

/** What a response has whose declared media type is a range. */
const concreteTypes: Readonly<Record<string, string>> = {
  '*/*': 'application/json',
  'application/*': 'application/json',
  'text/*': 'text/plain',
  'image/*': 'image/png',
  'audio/*': 'audio/mpeg',
  'video/*': 'video/mp4',
};

/**
 * The media types that a response can have, the preferred ones first (RFC 9110, 12.5.1). Those that the client does
 * not accept come last, since any response is better than none.
 */
export function negotiate(content: readonly MediaType[], accept = '*/*'): Candidate[] {
  const candidates = content.map((media) => {
    return { media, mediaType: concreteTypes[media.mediaType] ?? media.mediaType };
  });
  // Most responses have one media type, and this runs for each request.
  if (candidates.length < 2) return candidates;
  const types = candidates.map(({ mediaType }) => mediaType);
  const preferred = new Negotiator({ headers: { accept } }).mediaTypes(types);
  const rankOf = ({ mediaType }: Candidate) =>
    preferred.includes(mediaType) ? preferred.indexOf(mediaType) : preferred.length;
  return candidates.sort((a, b) => rankOf(a) - rankOf(b));
}
