import useSWR from 'swr';
import type { CurrentUser } from '#openapi';
import { RequestError } from '../api/apiClient.ts';
import { useStore } from '../store.ts';
import { useStaffServices } from './staffServices.ts';

/** The key of the current user in SWR's cache. */
export const currentUserKey = ['currentUser'] as const;

export type CurrentUserState =
  | { kind: 'loading' }
  | { kind: 'signedIn'; user: CurrentUser }
  /** The last session has ended: this request or any other had the status 401, or a sign-out was successful. */
  | { kind: 'unauthorized' }
  /** Any other failure, or a successful response without a user. */
  | { kind: 'unknown' };

/**
 * Fetches the current user from `GET rest/alchemyuser/currentUser`. A failed request is shown in an alert, or clears
 * the logged-in flag if its status is 401; it is not retried. A sign-in and a sign-out refetch the user.
 */
export function useCurrentUser(): CurrentUserState {
  const { api, isLoggedIn: loggedInFlag } = useStaffServices();
  const isLoggedIn = useStore(loggedInFlag);
  const { data, error } = useSWR(currentUserKey, api.getCurrentUser, {
    shouldRetryOnError: false,
    revalidateOnFocus: false,
  });
  if (error) {
    const isUnauthorized = error instanceof RequestError && error.isUnauthorized;
    return { kind: isUnauthorized ? 'unauthorized' : 'unknown' };
  }
  if (data === undefined) return { kind: 'loading' };
  if (data === null) return { kind: 'unknown' };
  return isLoggedIn ? { kind: 'signedIn', user: data } : { kind: 'unauthorized' };
}
