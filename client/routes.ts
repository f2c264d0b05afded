import { matchRoutes } from 'react-router-dom';

/** The path under which the product is served, without a trailing slash. */
export const basePath = '/app/subscriber-feedback';

/** Route patterns relative to the base path. */
export const routes = {
  index: '/',
  feedback: '/:subscriberId/:briefId/contact',
} as const;

/** The ids in the address of the feedback page. */
export interface FeedbackParams {
  subscriberId: string;
  briefId: string;
}

/** Whether an id is a `RouteId` of the contract. Other ids, such as `..`, could change the path of an API call. */
export function isRouteId(id: string): boolean {
  return /^(?!\.+$)[A-Za-z0-9\-._~!$&'()*+,=:@{}]{1,128}$/.test(id);
}

/** Returns undefined if either id is missing or malformed. */
export function parseFeedbackParams(
  params: Partial<Record<keyof FeedbackParams, string | undefined>>,
): FeedbackParams | undefined {
  const { subscriberId = '', briefId = '' } = params;
  return isRouteId(subscriberId) && isRouteId(briefId) ? { subscriberId, briefId } : undefined;
}

export type PageName = 'index' | 'feedback' | 'unknown';

/** Finds the page for a path relative to the base path, with the same matching as the router. */
export function matchPage(path: string): PageName {
  if (!isDecodable(path)) return 'unknown';
  const [match] = matchRoutes([{ path: routes.index }, { path: routes.feedback }], path) ?? [];
  if (match?.route.path === routes.index) return 'index';
  return match && parseFeedbackParams(match.params) ? 'feedback' : 'unknown';
}

/** React Router logs a path that it cannot decode, including the subscriber id. */
function isDecodable(path: string): boolean {
  try {
    decodeURI(path);
    return true;
  } catch {
    return false;
  }
}
