import { headerText } from '#contract';
import { sessionSecrets } from '../../send/sessionSecrets.ts';
import { type Exchange, type Finding, isSuccess } from '../check.ts';
import { cookieKeys, readCookie } from '../cookies.ts';

/** Longer values may be the session itself, encrypted or signed anew in each response. */
const maxReferenceLength = 64;

/** A read may not replace or delete the cookie of a session that lives. */
export function findReplacedSession(exchange: Exchange): Finding | undefined {
  const { contract, testCase, request, response } = exchange;
  const cookies = request.headers.Cookie ?? '';
  if (testCase.isWrite || cookies === '') return undefined;

  // Some servers change the id of a session from time to time, and know which one it replaces.
  const mayRenew = testCase.operation.security.length > 0 && response.status !== 401;
  for (const key of cookieKeys(contract.operations)) {
    const id = readCookie(cookies, key);
    const next = readSetCookie(response, key);
    if (id === undefined || next === undefined || !isLive(exchange, id)) continue;

    const isKept = next.id === id || mayRenew || next.id.length > maxReferenceLength;
    if (isKept && !next.isDeleted) continue;

    const verb = next.isDeleted ? 'deletes' : 'replaces';
    const message = `A read ${verb} the cookie "${key}" of a session that lives.`;
    return { message, expected: 'no such Set-Cookie', location: `cookie ${key}` };
  }
  return undefined;
}

export function findClearedData({ testCase, response }: Exchange): Finding | undefined {
  const cleared = headerText(response.headers, 'clear-site-data') ?? '';
  if (testCase.isWrite || !/"(\*|cookies|storage)"/.test(cleared)) return undefined;

  const message = 'A read makes the browser delete the cookies or the storage of the page.';
  return { message, expected: 'no such header', location: 'header clear-site-data' };
}

/** The session id that a response sets, and whether the browser deletes the cookie instead. */
function readSetCookie({ headers }: Exchange['response'], key: string) {
  const lines = (headers['set-cookie'] ?? []).map((it) => it.trimStart());
  const line = lines.find((it) => it.startsWith(`${key}=`));
  if (line === undefined) return undefined;

  const [id = ''] = line.slice(key.length + 1).split(';');
  const isExpired = /;\s*max-age\s*=\s*(0|-)|;\s*expires=[^;]*19[67]\d/i.test(line);
  return { id, isDeleted: id === '' || isExpired };
}

/** Whether a sign-in has set a session id, and no request has ended the session since. */
function isLive({ earlier }: Exchange, id: string): boolean {
  const isStart = ({ testCase, response }: Exchange) =>
    testCase.kind === 'sign-in' && sessionSecrets(response).some((it) => it.id === id);
  const isEnd = ({ testCase, request }: Exchange) =>
    testCase.isWrite && request.body === undefined && request.headers.Cookie?.includes(id);
  const successes = earlier.filter(({ response }) => isSuccess(response));
  return successes.some(isStart) && !successes.some(isEnd);
}
