import type { RequestListener } from 'node:http';
import express from 'express';
import type { Config } from './config/config.ts';
import { assets } from './page/assets.ts';
import { documents } from './page/documents.ts';
import type { ClientFiles } from './page/loadClientFiles.ts';
import { assetsPath, basePath } from './paths.ts';
import { proxy } from './proxy/proxy.ts';
import { createIdentifier } from './requests/createIdentifier.ts';
import { createRequestLog } from './requests/createRequestLog.ts';
import { limitBody } from './requests/limitBody.ts';
import { respondEarly } from './requests/respondEarly.ts';
import { allowMethods } from './responses/allowMethods.ts';
import { createErrorHandler, notFound } from './responses/errorHandlers.ts';
import { redirect, sendText } from './responses/sendText.ts';
import { findHealth } from './runtime/findHealth.ts';
import { createServices, type Services } from './services.ts';

/**
 * Creates the host's request listener: four steps for every request (accept, identify, log, limit), then the routes.
 */
export function createApp(
  config: Config,
  client: ClientFiles,
  services: Services = createServices(config),
): RequestListener {
  const identify = createIdentifier(config);
  const logRequest = createRequestLog(config, services);
  const routes = createRoutes(config, client, services);

  return (req, plainRes) => {
    if (!services.connections.accept(req, plainRes)) return;

    const res = identify(req, plainRes);
    logRequest(req, res);
    if (respondEarly(req, res)) return;

    limitBody(req, res, services.limits);
    const health = findHealth(req, services.shutdown.signal);
    if (health) return sendText(res, health);

    routes(req, res);
  };
}

/** Creates the routes, of which one responds to each path. `allowMethods` comes before the routes that it restricts. */
function createRoutes(config: Config, client: ClientFiles, services: Services): express.Express {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.enable('case sensitive routing');

  app.use(allowMethods('GET', 'HEAD', 'POST'));
  app.use(documents(services.prepareDocuments(config, client.document)));
  app.use(proxy(config, services));
  app.use(basePath, allowMethods('GET', 'HEAD'));
  app.use(assetsPath, assets(client));
  app.get('/', redirect(`${basePath}/`));
  app.use(notFound);
  app.use(createErrorHandler(services.log));
  return app;
}
