/** Fetches the text of a document of the mock, for SWR. */
export async function fetchDocument(url: string): Promise<string> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: status ${response.status}`);
  return response.text();
}

export const fetchJson = async (url: string) => JSON.parse(await fetchDocument(url));
