/** Fetches a document of the mock, for SWR. */
export async function fetchJson<Document>(url: string): Promise<Document> {
  return (await fetchOk(url)).json();
}

export async function fetchText(url: string): Promise<string> {
  return (await fetchOk(url)).text();
}

async function fetchOk(url: string): Promise<Response> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: status ${response.status}`);
  return response;
}
