import Negotiator from 'negotiator';
import { findMediaType, type MediaType } from '../contract/index.ts';

/** A media type without a wildcard, and the entry of the contract that declares it. */
interface Candidate {
  media: MediaType;
  mediaType: string;
}

/** What a response has whose declared media type is a range, unless the client names another one. */
const defaultTypes: Readonly<Record<string, string>> = {
  '*': 'application/json',
  application: 'application/json',
  text: 'text/plain',
  image: 'image/png',
  audio: 'audio/mpeg',
  video: 'video/mp4',
};

/**
 * The media types that a response can have, the preferred ones first (RFC 9110, 12.5.1). Those that the client does
 * not accept come last, since any response is better than none.
 */
export function negotiate(content: readonly MediaType[], accept = '*/*'): Candidate[] {
  const [only, ...others] = content;
  // Most responses have one media type, and this runs for each request.
  if (only && others.length === 0 && !only.mediaType.includes('*')) {
    return [{ media: only, mediaType: only.mediaType }];
  }
  const negotiator = new Negotiator({ headers: { accept } });
  const named = negotiator.mediaTypes().filter((type) => !type.includes('*'));
  const candidates = content.flatMap((media) => {
    if (!media.mediaType.includes('*')) return [{ media, mediaType: media.mediaType }];
    const fitting = named.filter((type) =>
      findMediaType([media], { essence: type, parameters: {} }),
    );
    const [group = ''] = media.mediaType.split('/');
    const byDefault = defaultTypes[group] ?? 'application/octet-stream';
    return [...fitting, byDefault].map((mediaType) => ({ media, mediaType }));
  });
  const preferred = negotiator.mediaTypes(candidates.map(({ mediaType }) => mediaType));
  const rankOf = ({ mediaType }: Candidate) =>
    preferred.includes(mediaType) ? preferred.indexOf(mediaType) : preferred.length;
  return candidates.sort((a, b) => rankOf(a) - rankOf(b));
}
