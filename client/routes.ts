/** The path under which the product is served, without a trailing slash. */
export const basePath = '/app/subscriber-feedback';

/** Route patterns relative to the base path. */
export const routes = {
  index: '/',
  feedback: '/:subscriberId/:briefId/contact',
} as const;

/** The ids in the URL of the feedback page. */
export interface FeedbackParams {
  subscriberId: string;
  briefId: string;
}

/** Whether an id is a `RouteId` of the contract. Other ids, such as `..`, could change the path of an API call. */
export function isRouteId(id: string): boolean {
  return /^(?!\.+$)[A-Za-z0-9\-._~!$&'()*+,=:@{}]{1,128}$/.test(id);
}

export type PageName = 'index' | 'feedback' | 'unknown';

/** Finds the page for a path relative to the base path. Matches as the router does. */
export function matchPage(path: string): PageName {
  if (/^\/+$/.test(path)) return 'index';
  return matchFeedbackPath(path) ? 'feedback' : 'unknown';
}

/**
 * Finds the path of the feedback page at the beginning of a longer path, such as one that ends in a dot or in
 * `&amp;utm=1`.
 */
export function findIntendedPath(path: string): string | undefined {
  const [, intended = ''] = /^(\/[^/]+\/[^/]+\/contact)\/?[^a-z\d/]/i.exec(path) ?? [];
  return matchFeedbackPath(intended) ? intended : undefined;
}

/**
 * Returns the ids in a path relative to the base path, or undefined if it is not one of the feedback page.
 * The router would log a path that it cannot decode, including the subscriber id.
 */
export function matchFeedbackPath(path: string): FeedbackParams | undefined {
  try {
    const [start, subscriberId = '', briefId = '', page = '', ...rest] = path
      .split('/')
      .map(decodeURIComponent);
    if (start || page.toLowerCase() !== 'contact' || rest.join('')) return undefined;
    return isRouteId(subscriberId) && isRouteId(briefId) ? { subscriberId, briefId } : undefined;
  } catch {
    return undefined;
  }
}
