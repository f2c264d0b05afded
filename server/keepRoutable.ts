import type { RequestListener } from 'node:http';
import type { Express } from 'express';

/** What Express can take a path out of. */
const routable = /^\/[!-"$-~]*$/;

export function isRoutable(target: string): boolean {
  return routable.test(target);
}

/**
 * Lets Express see every request. Where it cannot find a path in the target, as in `http://[`, it would
 * skip all that was put before it and answer with a page that repeats the target. Such a request is
 * shown to it as one for `/`; what was asked for stands in `originalUrl`, and is refused there.
 */
export function keepRoutable(app: Express): RequestListener {
  return (req, res) => {
    const { url = '' } = req;
    if (!isRoutable(url)) Object.assign(req, { originalUrl: url, url: '/' });
    app(req, res);
  };
}
