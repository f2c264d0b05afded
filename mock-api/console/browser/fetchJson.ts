/**
 * Fetches JSON from the mock.
 * @throws {Error} with the mock's message, if it has sent one
 */
export async function fetchJson(url: string) {
  const response = await send(url);
  return response.json();
}

/** Posts to the mock, with a value as JSON if there is one. Shows an alert if the mock rejects the request. */
export async function post(url: string, value?: object): Promise<void> {
  const headers = { 'Content-Type': 'application/json' };
  const body = value ? JSON.stringify(value) : null;
  await send(url, { method: 'POST', headers, body }).catch((error: Error) => alert(error.message));
}

async function send(url: string, request?: RequestInit): Promise<Response> {
  const response = await fetch(url, request).catch(() => undefined);
  if (response?.ok) return response;

  const { detail } = (await response?.json().catch(() => undefined)) ?? {};
  throw new Error(detail ?? 'The mock did not respond.');
}
