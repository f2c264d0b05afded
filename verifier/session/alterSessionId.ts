import { isRecord } from '#contract';
import type { Session } from '../model.ts';
import { swapCase } from '../send/alterText.ts';
import { expectRejected, type SessionContext } from './sessionContext.ts';

interface SimilarSessionId {
  text: string;
  /** What follows its name: `lacks the last character`. */
  predicate: string;
  /** What bash derives it with from a variable. */
  expand(name: string): string;
}

/** Sends what only resembles a session id. */
export async function alterSessionId(context: SessionContext, session: Session): Promise<void> {
  const { cookie, runner } = context;
  const id = session.cookies.get(cookie) ?? '';
  for (const { text, predicate, expand } of similarSessionIds(id)) {
    runner.secrets.addAltered(id, text, expand);
    const client = { ...session, cookies: new Map([...session.cookies, [cookie, text]]) };
    await expectRejected(context, `the session id ${predicate}`, client, { tolerated: [400] });
  }
}

function similarSessionIds(id: string): SimilarSessionId[] {
  const injections = [
    { text: '%', predicate: 'is a percent sign, which SQL takes for any text' },
    { text: `x' OR '1'='1`, predicate: 'is an SQL condition' },
  ].map((it) => ({ ...it, expand: () => it.text }));
  const altered = isToken(id) ? otherSignatures(id) : otherParts(id);
  // A server may read a GUID as a number.
  const swapped = isGuid(id) ? [] : [swapLetters(id)];
  return [...altered, ...swapped, ...injections].filter(({ text }) => text !== id);
}

function swapLetters(id: string): SimilarSessionId {
  return {
    text: swapCase(id),
    predicate: 'differs in upper and lower case',
    expand: (name) => `\${${name}~~}`,
  };
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

function otherSignatures(id: string): SimilarSessionId[] {
  const signed = id.slice(0, id.lastIndexOf('.') + 1);
  const other = 'A'.repeat(43);
  return [
    {
      text: signed + other,
      predicate: 'is a token with another signature',
      expand: (name) => `\${${name}%.*}.${other}`,
    },
    {
      text: signed,
      predicate: 'is a token without its signature',
      expand: (name) => `\${${name}%.*}.`,
    },
  ];
}

/** With a change to its longest part: load balancers may ignore the name of a node beside it, for example after a dot. */
function otherParts(id: string): SimilarSessionId[] {
  const longest = id.split(/[.!:]/).reduce((a, b) => (b.length > a.length ? b : a));
  const end = id.indexOf(longest) + longest.length;
  return [
    {
      text: id.slice(0, end - 1) + id.slice(end),
      predicate: 'lacks the last character',
      expand: (name) => `\${${name}:0:${end - 1}}\${${name}:${end}}`,
    },
    {
      text: `${id.slice(0, end)}0${id.slice(end)}`,
      predicate: 'has one more character',
      expand: (name) => `\${${name}:0:${end}}0\${${name}:${end}}`,
    },
  ];
}
