import { briefsPath } from './operations.ts';
import { knownBriefId, knownUser } from './state.ts';

/** A request that shows a fault. */
export interface Probe {
  method: string;
  target: string;
  /** `$session` stands for the session id of the last response that set one. */
  headers: Readonly<Record<string, string>>;
  body?: string;
  /** Whether the body is sent in chunks. */
  isChunked?: true;
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
export function submit(changes: object = {}, headers: Headers = {}, method = 'POST'): Probe {
  return { ...submitBody(JSON.stringify({ ...submission, ...changes }), headers), method };
}

export function submitBody(body: string, headers: Headers = {}): Probe {
  return {
    method: 'POST',
    target: '/rest/subscriber-feedback/form-submit',
    headers: { 'content-type': 'application/json', ...headers },
    body,
  };
}

export const credentials = formOf(knownUser);

/** @param body form-urlencoded */
export function signIn(body = credentials, headers: Headers = {}): Probe {
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
