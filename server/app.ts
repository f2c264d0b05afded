import type { RequestListener } from 'node:http';
import express from 'express';
import type { Config } from './config/config.ts';
import { dropPipelined } from './connections/dropPipelined.ts';
import { accessLog } from './middleware/accessLog.ts';
import { allowMethods } from './middleware/allowMethods.ts';
import { createErrorHandler, notFound } from './middleware/errorHandlers.ts';
import { limitBodies } from './middleware/limitBodies.ts';
import {
  rejectAmbiguousHeaders,
  rejectAmbiguousTargets,
} from './middleware/rejectAmbiguousRequests.ts';
import { routeUnparsableTargets } from './middleware/routeUnparsableTargets.ts';
import { setLocals } from './middleware/setLocals.ts';
import { sharedHeaders } from './middleware/sharedHeaders.ts';
import { assets } from './page/assets.ts';
import type { ClientFiles } from './page/clientFiles.ts';
import { documents } from './page/documents.ts';
import { redirectToPage } from './page/redirectToPage.ts';
import { assetsPath, basePath, livePath, readyPath } from './paths.ts';
import { proxy } from './proxy/proxy.ts';
import { live, ready } from './runtime/health.ts';
import { createServices, type Services } from './services.ts';

/** Creates the host's request listener. */
export function createApp(
  config: Config,
  client: ClientFiles,
  services: Services = createServices(config),
): RequestListener {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.enable('case sensitive routing');

  app.use(setLocals(config));
  app.use(accessLog(config, services));
  app.use(rejectAmbiguousHeaders);
  app.use(limitBodies(services.limits));
  app.use(documents(services.prepareDocuments(config, client.document)));
  app.use(redirectToPage);
  app.use(rejectAmbiguousTargets);
  app.use(allowMethods('GET', 'HEAD', 'POST'));
  app.use(proxy(config, services));

  app.use(sharedHeaders);
  app.get(livePath, live);
  app.get(readyPath, ready(services.shutdown.signal));
  app.use(basePath, allowMethods('GET', 'HEAD'));
  app.use(assetsPath, assets(client));

  app.get('/', (_req, res) => res.set('Cache-Control', 'no-store').redirect(`${basePath}/`));
  app.use(notFound);
  app.use(createErrorHandler(services.log));
  return dropPipelined(routeUnparsableTargets(app));
}
