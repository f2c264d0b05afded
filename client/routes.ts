import { matchRoutes } from 'react-router-dom';

/** Every address of the product begins with this. */
export const basePath = '/app/subscriber-feedback';

/** The routes, relative to the base path. */
export const routes = {
  index: '/',
  feedback: '/:subscriberId/:briefId/contact',
} as const;

/** Which subscriber writes about which brief, as the page's address says. */
export interface FeedbackParams {
  subscriberId: string;
  briefId: string;
}

/** The contract's `RouteId`. What does not match could change the path of a call, so it never gets into one. */
const routeId = /^(?!\.+$)[A-Za-z0-9\-._~!$&'()*+,=:@{}]{1,128}$/;

/** The two ids, or undefined where either is missing or malformed. */
export function readFeedbackParams(
  params: Partial<Record<keyof FeedbackParams, string | undefined>>,
): FeedbackParams | undefined {
  const { subscriberId = '', briefId = '' } = params;
  return routeId.test(subscriberId) && routeId.test(briefId)
    ? { subscriberId, briefId }
    : undefined;
}

export type PageName = 'index' | 'feedback' | 'unknown';

/** Which page an address names, read as the router reads it; `path` is relative to the base path. */
export function pageAt(path: string): PageName {
  if (!isDecodable(path)) return 'unknown';
  const [match] = matchRoutes([{ path: routes.index }, { path: routes.feedback }], path) ?? [];
  if (match?.route.path === routes.index) return 'index';
  return match && readFeedbackParams(match.params) ? 'feedback' : 'unknown';
}

/** The router would complain of a malformed address in the host's log, address and all. */
function isDecodable(path: string): boolean {
  try {
    decodeURI(path);
    return true;
  } catch {
    return false;
  }
}
