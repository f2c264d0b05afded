import { edit, editHeaders, header } from './changes.ts';
import { type BackendResponse, type CreateMiddleware, empty, withHeaders } from './exchange.ts';
import type { OperationId } from './operations.ts';

/** Sends the session id of a sign-in in another place, too. */
const repeatsId = (change: (response: BackendResponse, id: string) => BackendResponse) =>
  edit(200, (response) => {
    const [, id = ''] = /=([^;]*)/.exec(String(response.headers['Set-Cookie'])) ?? [];
    return change(response, id);
  });

const otherSession = { 'Set-Cookie': `JSESSIONID=${'0'.repeat(32)}; Path=/; HttpOnly` };

/** Faults that change all responses of an operation, by the failures of one backend with all of them. */
export const lastingFaults: Partial<
  Record<OperationId, Readonly<Record<string, CreateMiddleware>>>
> = {
  getBrief: {
    'response_safety: A read makes the browser delete the cookies or the storage of the page.':
      editHeaders(200, { 'Clear-Site-Data': '"cookies"' }),
    'response_safety: A read replaces the cookie "JSESSIONID" of a session that lives.':
      editHeaders(200, otherSession),
  },
  signIn: {
    'response_safety: The body contains a session id.': repeatsId((response, id) => ({
      ...response,
      body: `<a href=";jsessionid=${id}">`,
    })),
    'response_safety: The header "x-auth-token" contains a session id.': repeatsId((response, id) =>
      withHeaders(response, { 'X-Auth-Token': id }),
    ),
  },
  signOut: {
    'response_safety: Caches store the response, so that the next request does not reach the server.':
      editHeaders(200, { 'Cache-Control': 'max-age=3600' }),
  },
  getCurrentUser: {
    'response_safety: A read deletes the cookie "JSESSIONID" of a session that lives.': editHeaders(
      200,
      { 'Set-Cookie': 'JSESSIONID=; Path=/; Max-Age=0' },
    ),
    'response_headers_conformance: The header "cache-control" lets shared caches store a response for one user.':
      editHeaders(200, { 'Cache-Control': 'public, max-age=600', ETag: '"7f3a"' }),
    'response_safety: Caches store the 401 and send it again when it is no longer true.':
      editHeaders(401, { 'Cache-Control': 'public, max-age=60' }),
    'response_safety: A browser asks for a user name and a password (WWW-Authenticate).':
      editHeaders(401, { 'WWW-Authenticate': 'Basic realm="Staff"' }),
    'internal_details_disclosure: The body contains the hash of a password.': edit(
      200,
      (response) => {
        const user = { ...JSON.parse(String(response.body)), hash: `$2b$12$${'a'.repeat(53)}` };
        return { ...response, body: JSON.stringify(user) };
      },
    ),
    'response_safety: The header "x-session" contains a session id.': edit(
      200,
      (response, request) => withHeaders(response, { 'X-Session': request.sessionId }),
    ),
    'response_received: Bytes follow the response to GET with 304, which has no body.': header(
      'if-none-match',
      /7f3a/,
      { ...empty(304), stray: '{"userId":"editor"}' },
    ),
  },
};
