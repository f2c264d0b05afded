import type { paths } from '#openapi';

/** A GET request that the loader sent while the client script was still loading. */
export interface EarlyRequest {
  url: string;
  response: Promise<Response>;
  /** Aborts on timeout. */
  signal: AbortSignal;
}

declare global {
  interface Window {
    earlyRequest?: EarlyRequest;
  }
}

/** The time within which a response must be complete, including its body. */
export const defaultTimeoutMs = 30_000;

const briefPath = '/rest/subscriber-feedback/briefs/{briefId}' satisfies keyof paths;

/** Requests a brief for the API client, whose first call with the same URL gets the response. */
export function requestBriefEarly(briefId: string): Promise<Response> {
  const path = briefPath.replace('{briefId}', encodeURIComponent(briefId));
  const { href: url } = new URL(path, location.origin);
  const signal = AbortSignal.timeout(defaultTimeoutMs);
  const response = fetch(url, { signal });
  // The API client handles the error.
  response.catch(() => {});
  window.earlyRequest = { url, response, signal };
  return response;
}
