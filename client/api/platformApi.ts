import type { Credentials, CurrentUser } from '#openapi';
import type { Call } from './createCall.ts';
import { RequestError } from './RequestError.ts';

export interface LoginResult {
  /** The answer's status was 200 to 299. */
  successful: boolean;
  /** The answer's header `password-expired` was "true". */
  changePassword: boolean;
}

/** What a sign-in and a sign-out send besides their own data. */
const crossOriginHeaders = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Allow-Methods': 'GET, POST',
  'Access-Control-Allow-Headers': 'Content-Type',
  'Access-Control-Max-Age': '86400',
};

const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };

export interface PlatformApi {
  /** Resolves for every answer; throws `RequestError` where there is none. */
  signIn(username: string, password: string): Promise<LoginResult>;
  /** Whether the answer's status was 200 to 299; throws `RequestError` where there is no answer. */
  signOut(): Promise<boolean>;
  /** Null where a success names nobody; throws `RequestError`. */
  getCurrentUser(): Promise<CurrentUser | null>;
}

export function createPlatformApi(call: Call): PlatformApi {
  return {
    async signIn(username, password) {
      const answer = await answerOf(
        call(
          'signIn',
          (client, options) =>
            client.POST('/jsp/utilities/tools.jsp', {
              ...options,
              params: { header: crossOriginHeaders },
              headers,
              body: { username, password },
              bodySerializer: encodeCredentials,
            }),
          'ignored',
        ),
      );
      const changePassword = answer.headers.get('password-expired') === 'true';
      return { successful: answer.ok, changePassword };
    },

    async signOut() {
      const answer = await answerOf(
        call(
          'signOut',
          (client, options) =>
            client.GET('/jsp/logout.jsp', {
              ...options,
              params: { header: crossOriginHeaders },
              headers,
            }),
          'ignored',
        ),
      );
      return answer.ok;
    },

    async getCurrentUser() {
      const { data } = await call('getCurrentUser', (client, options) =>
        client.GET('/rest/alchemyuser/currentUser', options),
      );
      return data ?? null;
    },
  };
}

/** `encodeURIComponent` and not a form's own encoding, in which a blank would become a plus. */
function encodeCredentials({ username, password }: Credentials): string {
  return `username=${encodeURIComponent(username)}&password=${encodeURIComponent(password)}`;
}

/** Whether an answer was a success, and its headers; a failure is an answer here, no answer is not. */
async function answerOf(
  call: Promise<{ response: Response }>,
): Promise<{ ok: boolean; headers: Headers }> {
  try {
    const { response } = await call;
    return { ok: true, headers: response.headers };
  } catch (error) {
    if (error instanceof RequestError && error.headers) {
      return { ok: false, headers: error.headers };
    }
    throw error;
  }
}
