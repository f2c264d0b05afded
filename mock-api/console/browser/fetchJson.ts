/**
 * Fetches JSON of the mock.
 * @throws {Error} with the reason of the mock, if it has sent one
 */
export async function fetchJson(url: string) {
  const response = await fetch(url).catch(() => undefined);
  if (response?.ok) return response.json();
  const { detail } = (await response?.json().catch(() => undefined)) ?? {};
  throw new Error(detail ?? 'The mock did not respond.');
}
