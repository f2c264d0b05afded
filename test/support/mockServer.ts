import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, onTestFinished } from 'vitest';
import { type RunningMock, type StartMockOptions, startMock } from '../../mock-api/startMock.ts';

/** A mock on a port of its own, which ends with the test. */
export async function mockServer(options: Partial<StartMockOptions> = {}): Promise<RunningMock> {
  const mock = await startMock({ port: 0, ...options });
  onTestFinished(mock.close);
  return mock;
}

/** A mock for all tests of a file: they have to keep out of each other's way by their values. */
export function sharedMock(): () => RunningMock {
  let mock: RunningMock;
  beforeAll(async () => {
    mock = await startMock({ port: 0 });
  });
  afterAll(() => mock.close());
  return () => mock;
}

export const BRIEFS = '/rest/subscriber-feedback/briefs';
export const SUBMIT = '/rest/subscriber-feedback/form-submit';
export const SIGN_IN = '/jsp/utilities/tools.jsp';
export const SIGN_OUT = '/jsp/logout.jsp';
export const CURRENT_USER = '/rest/alchemyuser/currentUser';

/** A submission that conforms, but for what the test says. */
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

export function signInAs(mock: RunningMock, username: string, password = 'any'): Promise<Response> {
  return fetch(mock.url + SIGN_IN, {
    method: 'POST',
    body: new URLSearchParams({ username, password }),
  });
}

/** The session's cookie that a sign-in gave, ready to be sent. */
export async function sessionOf(mock: RunningMock, username: string, password?: string) {
  const answer = await signInAs(mock, username, password);
  return answer.headers.get('set-cookie')?.split(';')[0] ?? '';
}

/** Sends bytes as they are and gives all that comes back until the connection ends. */
export async function sendRaw(port: number, request: string | Buffer): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  const chunks: Buffer[] = [];
  socket.on('data', (chunk) => chunks.push(chunk));
  socket.on('error', () => {});
  socket.write(request);
  await once(socket, 'close');
  return Buffer.concat(chunks).toString('latin1');
}
