import { isRecord } from '#contract';
import { swapCase } from '../cases/values/swapCase.ts';
import type { Session } from '../model.ts';
import type { UserSessions } from './UserSessions.ts';

/** Sends ids that only resemble a session id. */
export async function alterSessionId(sessions: UserSessions, session: Session): Promise<void> {
  const { cases, runner } = sessions;
  const { cookie } = cases;
  const id = session.cookies.get(cookie) ?? '';
  const altered = isToken(id) ? changeSignature(id) : changeLongestPart(id);
  const variable = runner.secrets.variableOf(id);
  if (variable) {
    runner.secrets.add(id.slice(0, -1), `{${variable}%?}`);
    runner.secrets.add(swapCase(id), `{${variable}~~}`);
  }
  for (const [, text] of altered) if (!text.startsWith(id)) runner.secrets.add(text);
  for (const [predicate, text, tolerated = [400]] of [...altered, ...otherIds(id)]) {
    const client = { ...session, cookies: new Map([...session.cookies, [cookie, text]]) };
    const description = `the session id ${predicate}`;
    if (text !== id) await sessions.expectRejected(description, client, { tolerated });
  }
}

/** A predicate, an id, and the tolerated statuses; 400 by default. */
type OtherId = [predicate: string, text: string, tolerated?: number[]];

function otherIds(id: string): OtherId[] {
  return [
    // A server may read a GUID as a number.
    ['differs in upper and lower case', isGuid(id) ? id : swapCase(id)],
    ['is a percent sign, which SQL takes for any text', '%', [400, 403]],
    ['is an SQL condition', `x' OR '1'='1`, [400, 403]],
  ];
}

function isGuid(id: string): boolean {
  return /^\{?[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}\}?$/i.test(id);
}

/** Whether an id is a JSON Web Token. */
function isToken(id: string): boolean {
  const [header = '', ...others] = id.split('.');
  try {
    return others.length === 2 && isRecord(JSON.parse(Buffer.from(header, 'base64').toString()));
  } catch {
    return false;
  }
}

function changeSignature(id: string): OtherId[] {
  const signed = id.slice(0, id.lastIndexOf('.') + 1);
  return [
    ['is a token with another signature', signed + 'A'.repeat(43)],
    ['is a token without its signature', signed],
  ];
}

/** Changes the longest part of an id: load balancers may ignore the name of a node beside it, for example after a dot. */
function changeLongestPart(id: string): OtherId[] {
  const longest = id.split(/[.!:]/).reduce((a, b) => (b.length > a.length ? b : a));
  return [
    ['lacks the last character', id.replace(longest, () => longest.slice(0, -1))],
    ['has one more character', id.replace(longest, () => `${longest}0`)],
  ];
}
