import type { WireRequest } from './wireRequest.ts';

/** RFC 9110 recommends that servers support at least 8000 bytes, and many support no more. */
const maxTargetBytes = 8000;
const maxHeaderBytes = 8000;
const maxBodyBytes = 64 * 1024;

/**
 * Whether servers reject a request for its size, whatever the contract says: some contracts allow strings of
 * several hundred thousand characters in a path.
 */
export function exceedsUsualLimits({ target, headers, body }: WireRequest): boolean {
  return (
    target.length > maxTargetBytes ||
    Object.values(headers).some((value) => value.length > maxHeaderBytes) ||
    (body?.length ?? 0) > maxBodyBytes
  );
}
