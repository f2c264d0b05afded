import useSWR from 'swr';
import type { CurrentUser } from '#openapi';
import { RequestError } from '../api/RequestError.ts';
import { usePlatformApi } from './usePlatformApi.ts';

/** Where the answer is cached. */
export const currentUserKey = 'getCurrentUser';

export type CurrentUserState =
  | { kind: 'loading' }
  | { kind: 'signedIn'; user: CurrentUser }
  /** The answer's status was 401, whatever its body. */
  | { kind: 'unauthorized' }
  /** Any other failure, and a success that names nobody. */
  | { kind: 'unknown' };

/**
 * Who is signed in, from `GET rest/alchemyuser/currentUser`. A failure has gone through the error
 * catalogue by the time it shows here; it is not tried again, but for a sign-in after `unauthorized`.
 */
export function useCurrentUser(): CurrentUserState {
  const api = usePlatformApi();
  const { data, error } = useSWR(currentUserKey, () => api.getCurrentUser(), {
    shouldRetryOnError: false,
    revalidateOnFocus: false,
  });
  if (error) return { kind: isUnauthorized(error) ? 'unauthorized' : 'unknown' };
  if (data === undefined) return { kind: 'loading' };
  return data ? { kind: 'signedIn', user: data } : { kind: 'unknown' };
}

export function isUnauthorized(error: unknown): boolean {
  return error instanceof RequestError && error.isUnauthorized;
}
