import { isRecord } from '#contract';
import type { Session } from '../model.ts';
import { swapCase } from '../send/alterText.ts';
import { expectRejected, type SessionContext } from './sessionContext.ts';

/** Sends what only resembles a session id. */
export async function alterSessionId(context: SessionContext, session: Session): Promise<void> {
  const { cookie, runner } = context;
  const id = session.cookies.get(cookie) ?? '';
  const parts = isToken(id) ? otherSignatures(id) : otherParts(id);
  const altered = parts.map((it) => [it.predicate, runner.secrets.addAltered(id, it)] as const);
  for (const [predicate, text] of [...altered, ...otherIds(id)]) {
    const client = { ...session, cookies: new Map([...session.cookies, [cookie, text]]) };
    const description = `the session id ${predicate}`;
    if (text !== id) await expectRejected(context, description, client, { tolerated: [400] });
  }
}

function otherIds(id: string): [predicate: string, text: string][] {
  return [
    // A server may read a GUID as a number.
    ['differs in upper and lower case', isGuid(id) ? id : swapCase(id)],
    ['is a percent sign, which SQL takes for any text', '%'],
    ['is an SQL condition', `x' OR '1'='1`],
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

/** An id with other characters from one position to another. */
interface AlteredId {
  /** What follows its name: `lacks the last character`. */
  predicate: string;
  start: number;
  middle: string;
  end: number;
}

function otherSignatures(id: string): AlteredId[] {
  const place = { start: id.lastIndexOf('.') + 1, end: id.length };
  return [
    { predicate: 'is a token with another signature', ...place, middle: 'A'.repeat(43) },
    { predicate: 'is a token without its signature', ...place, middle: '' },
  ];
}

/** With a change to its longest part: load balancers may ignore the name of a node beside it, for example after a dot. */
function otherParts(id: string): AlteredId[] {
  const longest = id.split(/[.!:]/).reduce((a, b) => (b.length > a.length ? b : a));
  const end = id.indexOf(longest) + longest.length;
  return [
    { predicate: 'lacks the last character', start: end - 1, middle: '', end },
    { predicate: 'has one more character', start: end, middle: '0', end },
  ];
}
