import { startBackend } from '../host/startBackend.ts';

export const brief = { name: 'daily', fullName: 'The Daily' };

/** Starts a backend that sends the same response to every request. */
export async function startBackendWith(value: unknown, headers = {}, status = 200) {
  const body = Buffer.isBuffer(value) ? value : JSON.stringify(value);
  const backend = await startBackend((_req, res) => {
    res.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(body);
  });
  return backend.url;
}

/** The arguments of `startBackendWith` for an error. */
export function problem(status: number) {
  const headers = { 'Content-Type': 'application/problem+json' };
  return [{ title: 'Not this time', status }, headers, status] as const;
}
