import type { SentHeaders } from './mergeHeaders.ts';

/** Creates the headers with which the host at a public URL forwards a browser's request. It sends no `Referer`. */
export function forwardedHeaders({ host, origin }: URL, method: string): SentHeaders {
  const client = '192.0.2.1';
  const headers = {
    Accept: '*/*',
    'Accept-Encoding': 'gzip, deflate, br, zstd',
    'Accept-Language': 'en-GB,en;q=0.9',
    'Sec-Fetch-Dest': 'empty',
    'Sec-Fetch-Mode': 'cors',
    'Sec-Fetch-Site': 'same-origin',
    Forwarded: `for=${client};host="${host}";proto=https;by=_contract-check`,
    'X-Forwarded-For': client,
    'X-Forwarded-Host': host,
    'X-Forwarded-Proto': 'https',
    'X-Request-ID': '6f9619ff-8b86-4011-b42d-00c04fc964ff',
  };
  return method === 'GET' ? headers : { ...headers, Origin: origin };
}
