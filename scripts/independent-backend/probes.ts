import { knownBriefId, knownUser } from './backendState.ts';
import { briefsPath } from './operations.ts';

/** A request that shows a fault. */
export interface Probe {
  method: string;
  target: string;
  /** `$session` stands for the session id of the last response that set one. */
  headers: Readonly<Record<string, string>>;
  /** Several pieces are sent as chunks. */
  body?: string | Buffer | readonly (string | Buffer)[];
  httpVersion?: '1.0';
  /** Sent after this one on the same connection. */
  followedBy?: Probe;
}

/** Sent in order; the probes of an inner array at the same time. */
export type Trigger = readonly (Probe | readonly Probe[])[];

type Headers = Probe['headers'];

export const session: Headers = { cookie: 'JSESSIONID=$session' };

export const submission = {
  briefId: knownBriefId,
  subscriberId: '3141592',
  subjectLine: 'Thank you',
  text: 'I read you every morning.',
  recaptchaResponse: 'a-captcha-response',
};

/** @param id percent-encoded */
export function brief(id: string = knownBriefId, headers: Headers = {}, method = 'GET'): Probe {
  return { method, target: `${briefsPath}${id}`, headers };
}

/** @param changes replace fields of a valid submission; `undefined` leaves a field out */
export function submit(changes: object = {}, headers: Headers = {}): Probe {
  return submitBody(JSON.stringify({ ...submission, ...changes }), headers);
}

export function submitBody(body: NonNullable<Probe['body']>, headers: Headers = {}): Probe {
  return {
    method: 'POST',
    target: '/rest/subscriber-feedback/form-submit',
    headers: { 'content-type': 'application/json', ...headers },
    body,
  };
}

/** @param body form-urlencoded */
export function signIn(body = formOf(knownUser), headers: Headers = {}): Probe {
  return {
    method: 'POST',
    target: '/jsp/utilities/tools.jsp',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    body,
  };
}

export function signOut(headers: Headers = {}, method = 'GET'): Probe {
  return { method, target: '/jsp/logout.jsp', headers };
}

export function currentUser(headers: Headers = {}, method = 'GET'): Probe {
  return { method, target: '/rest/alchemyuser/currentUser', headers };
}

export function formOf(fields: Readonly<Record<string, string>>): string {
  return Object.entries(fields)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&');
}

export function repeat(count: number, probe: Probe): Probe[] {
  return Array.from({ length: count }, () => probe);
}
