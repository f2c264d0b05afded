import { useSWRConfig } from 'swr';
import type { LoginResult } from '../api/platformApi.ts';
import { useServices } from '../services.ts';
import { currentUserKey, isUnauthorized } from './useCurrentUser.ts';
import { usePlatformApi } from './usePlatformApi.ts';

export interface Session {
  /**
   * Sends `POST jsp/utilities/tools.jsp`, form-urlencoded, with the cross-origin headers. Resolves for
   * every answer. A success sets the logged-in flag, and a current user that was `unauthorized` is asked
   * for again; any other answer goes through the error catalogue. Throws `RequestError` without answer.
   */
  signIn(username: string, password: string): Promise<LoginResult>;
  /**
   * Sends `GET jsp/logout.jsp` with the same headers. True for a 2xx status, which clears the logged-in
   * flag; any other answer goes through the error catalogue. Throws `RequestError` without answer.
   */
  signOut(): Promise<boolean>;
}

export function useSession(): Session {
  const { isLoggedIn } = useServices();
  const api = usePlatformApi();
  const { cache, mutate } = useSWRConfig();

  return {
    async signIn(username, password) {
      const result = await api.signIn(username, password);
      if (result.successful) {
        isLoggedIn.set(true);
        const currentUser = cache.get(currentUserKey);
        // One that is being asked for just now was asked for before the sign-in.
        const isOutdated = currentUser?.isValidating || isUnauthorized(currentUser?.error);
        if (isOutdated) await mutate(currentUserKey, undefined);
      }
      return result;
    },

    async signOut() {
      const successful = await api.signOut();
      if (successful) isLoggedIn.set(false);
      return successful;
    },
  };
}
