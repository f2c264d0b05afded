import type { CurrentUser } from '#openapi';
import type { ApiClient } from './apiClient.ts';
import { RequestError } from './apiClient.ts';

export interface LoginResult {
  /** Whether the response status was 2xx. */
  successful: boolean;
  /** Whether the response header `password-expired` was "true". */
  changePassword: boolean;
}

export type StaffApi = ReturnType<typeof createStaffApi>;

/**
 * The options of the requests to sign in and out, whose 2xx bodies are not read. The contract declares the
 * `Access-Control-*` headers for these requests, although HTTP defines them for responses.
 */
const sessionOptions = {
  params: {
    header: {
      'Access-Control-Allow-Origin': '*',
      'Access-Control-Allow-Methods': 'GET, POST',
      'Access-Control-Allow-Headers': 'Content-Type',
      'Access-Control-Max-Age': '86400',
    },
  },
  headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
  parseAs: 'stream',
} as const;

export function createStaffApi(client: ApiClient) {
  return {
    /** Signs in. Resolves for every response; throws `RequestError` if there is none. */
    async signIn(username: string, password: string): Promise<LoginResult> {
      const { ok, headers } = await responseOf(
        client.POST('/jsp/utilities/tools.jsp', {
          ...sessionOptions,
          body: { username, password },
          // `URLSearchParams` would turn spaces into plus signs.
          bodySerializer: () =>
            `username=${encodeURIComponent(username)}&password=${encodeURIComponent(password)}`,
        }),
      );
      return { successful: ok, changePassword: headers.get('password-expired') === 'true' };
    },

    /** Signs out. Resolves to whether the response status was 2xx; throws `RequestError` if there is no response. */
    async signOut(): Promise<boolean> {
      const { ok } = await responseOf(client.GET('/jsp/logout.jsp', sessionOptions));
      return ok;
    },

    /** Fetches the current user, or null if a successful response has no body; throws `RequestError`. */
    async getCurrentUser(): Promise<CurrentUser | null> {
      const { data } = await client.GET('/rest/alchemyuser/currentUser');
      return data ?? null;
    },
  };
}

/** Returns the response of a call, successful or not. Rethrows the error if there is no response. */
async function responseOf(call: Promise<{ response: Response }>): Promise<Response> {
  try {
    return (await call).response;
  } catch (error) {
    if (error instanceof RequestError && error.response) return error.response;
    throw error;
  }
}
