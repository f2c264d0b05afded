import type { RequestListener } from 'node:http';
import express from 'express';
import { allowMethods, readMethods } from './allowMethods.ts';
import { assignId } from './assignId.ts';
import type { ClientFiles } from './clientFiles.ts';
import type { Config } from './config.ts';
import { answerFault, answerNotFound } from './finalAnswers.ts';
import { answerLive, answerReady } from './health.ts';
import { keepRoutable } from './keepRoutable.ts';
import { passToBackend } from './passToBackend.ts';
import { assetsPath, basePath, livePath, readyPath } from './paths.ts';
import { recordRequests } from './recordRequests.ts';
import { refuseAmbiguous } from './refuseAmbiguous.ts';
import { createSecurityHeaders } from './securityHeaders.ts';
import { serveAssets } from './serveAssets.ts';
import { serveDocument } from './serveDocument.ts';
import { createServices, type Services } from './services.ts';

/** The host: what it answers, in the order in which it looks. */
export function createApp(
  config: Config,
  client: ClientFiles,
  services: Services = createServices(config),
): RequestListener {
  const { settings } = config;
  const guard = createSecurityHeaders(settings.captcha.scriptUrl);
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.enable('case sensitive routing');

  app.use(assignId(config));
  app.use(recordRequests(config, services));
  app.use(guard.forAll);
  app.use(allowMethods(...readMethods, 'POST'));
  app.use(refuseAmbiguous(basePath));

  app.get(livePath, answerLive);
  app.get(readyPath, answerReady(services.work));
  app.use(passToBackend(config, services, guard.forBackend));

  app.use(basePath, allowMethods(...readMethods));
  app.use(assetsPath, serveAssets(client.assets), answerNotFound);
  app.use(basePath, guard.forPage, serveDocument(settings, client.document));

  app.get('/', (_req, res) => res.redirect(`${basePath}/`));
  app.use(answerNotFound);
  app.use(answerFault(services.log));
  return keepRoutable(app);
}
