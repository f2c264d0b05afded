import { useSWRConfig } from 'swr';
import type { LoginResult } from '../api/staffApi.ts';
import { useStaffServices } from './staffServices.ts';
import { currentUserKey } from './useCurrentUser.ts';

export type Session = ReturnType<typeof useSession>;

/**
 * Signs members of staff in and out. A failed request is shown in an alert, or clears the logged-in flag if its status
 * is 401.
 */
export function useSession() {
  const { api, isLoggedIn } = useStaffServices();
  const { mutate } = useSWRConfig();
  const refetchCurrentUser = () => mutate(currentUserKey, undefined);

  return {
    /**
     * Sends `POST jsp/utilities/tools.jsp` with the credentials, form-urlencoded, and the `Access-Control-*` headers of
     * the contract. Resolves for every response; throws `RequestError` if there is none. A success sets the logged-in
     * flag and refetches the current user.
     */
    async signIn(username: string, password: string): Promise<LoginResult> {
      const result = await api.signIn(username, password);
      if (result.successful) {
        isLoggedIn.set(true);
        await refetchCurrentUser();
      }
      return result;
    },

    /**
     * Sends `GET jsp/logout.jsp` with the same headers as `signIn`. Resolves to whether the status was 2xx, which
     * clears the logged-in flag and refetches the current user; throws `RequestError` if there is no response.
     */
    async signOut(): Promise<boolean> {
      const successful = await api.signOut();
      if (successful) {
        isLoggedIn.set(false);
        await refetchCurrentUser();
      }
      return successful;
    },
  };
}
