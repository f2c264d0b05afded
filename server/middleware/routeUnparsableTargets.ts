import type { RequestListener } from 'node:http';
import type { Express } from 'express';

/** Whether Express can parse the path of a request target. */
export function isParsable(target: string): boolean {
  return /^\/[!-"$-~]*$/.test(target);
}

/**
 * Passes every request through the app's handlers. Express skips all of them when it cannot parse the
 * target, as in `http://[`, and sends a page that repeats the target. Such a request gets the URL `/`;
 * `rejectAmbiguousRequests` finds the target in `originalUrl` and rejects it.
 */
export function routeUnparsableTargets(app: Express): RequestListener {
  return (req, res) => {
    const { url = '' } = req;
    if (!isParsable(url)) Object.assign(req, { originalUrl: url, url: '/' });
    app(req, res);
  };
}
