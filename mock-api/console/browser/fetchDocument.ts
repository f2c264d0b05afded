/**
 * Fetches the text of a document of the mock.
 * @throws {Error} with the reason of the mock, if it has sent one
 */
export async function fetchDocument(url: string): Promise<string> {
  const response = await fetch(url).catch(() => undefined);
  if (response?.ok) return response.text();
  const { detail } = (await response?.json().catch(() => undefined)) ?? {};
  throw new Error(detail ?? 'The mock did not respond.');
}

export const fetchJson = async (url: string) => JSON.parse(await fetchDocument(url));
