import { afterAll, beforeAll, onTestFinished } from 'vitest';
import { type RunningMock, type StartMockOptions, startMock } from '../../../mock-api/startMock.ts';

/** Starts a mock on a free port, for one test. */
export async function startTestMock(options: Partial<StartMockOptions> = {}): Promise<RunningMock> {
  const mock = await startMock({ port: 0, ...options });
  onTestFinished(mock.close);
  return mock;
}

/** Starts one mock for all tests of a file, which must use different keys if they depend on state. */
export function shareTestMock(options: Partial<StartMockOptions> = {}): () => RunningMock {
  let mock: RunningMock;
  beforeAll(async () => {
    mock = await startMock({ port: 0, ...options });
  });
  afterAll(() => mock.close());
  return () => mock;
}

export const briefsPath = '/rest/subscriber-feedback/briefs';
export const submitPath = '/rest/subscriber-feedback/form-submit';
export const signInPath = '/jsp/utilities/tools.jsp';
export const signOutPath = '/jsp/logout.jsp';
export const currentUserPath = '/rest/alchemyuser/currentUser';

/** A valid submission with some fields replaced or added. */
export function submission(fields: Readonly<Record<string, unknown>> = {}) {
  return {
    briefId: 'daily-harvest',
    subscriberId: '3141592',
    subjectLine: 'Thank you',
    text: 'I read you every morning.',
    recaptchaResponse: 'a-token',
    ...fields,
  };
}

export function postJson(url: string, body: unknown): Promise<Response> {
  return fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
}

type Server = Pick<RunningMock, 'url'>;

export function getBrief({ url }: Server, id: string, init?: RequestInit): Promise<Response> {
  return fetch(`${url}${briefsPath}/${id}`, init);
}

/** Resets a name, and returns the parameters of the checks after it. */
export async function beginCheck({ url }: Server, name: string): Promise<string> {
  const response = await fetch(`${url}/mock/reset?name=${name}`, { method: 'POST' });
  return `name=${name}&since=${((await response.json()) as { since: string }).since}`;
}

/** Sends a valid submission with some fields replaced or added. */
export function submit({ url }: Server, fields?: Parameters<typeof submission>[0]) {
  return postJson(url + submitPath, submission(fields));
}

export function signIn(mock: Server, username: string, password = 'any'): Promise<Response> {
  return fetch(mock.url + signInPath, {
    method: 'POST',
    body: new URLSearchParams({ username, password }),
  });
}

/** Signs in and returns the value for the `Cookie` header. */
export async function signInForCookie(mock: Server, username: string, password?: string) {
  const response = await signIn(mock, username, password);
  return response.headers.get('set-cookie')?.split(';')[0] ?? '';
}
