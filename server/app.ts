import express, { type Express } from 'express';
import { allowMethods, readMethods } from './allowMethods.ts';
import { assignIds } from './assignIds.ts';
import type { ClientFiles } from './clientFiles.ts';
import type { Config } from './config.ts';
import { answerFault, answerNotFound } from './finalAnswers.ts';
import { passToBackend } from './passToBackend.ts';
import { assetsPath, basePath } from './paths.ts';
import { serveAssets } from './serveAssets.ts';
import { serveDocument } from './serveDocument.ts';

/** The host: what it answers, in the order in which it looks. */
export function createApp(config: Config, client: ClientFiles): Express {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.enable('case sensitive routing');

  app.use(assignIds());
  app.use(allowMethods(...readMethods, 'POST'));
  app.use(passToBackend(config));

  app.use(basePath, allowMethods(...readMethods));
  app.use(assetsPath, serveAssets(client.assets), answerNotFound);
  app.use(basePath, serveDocument(config.settings, client.document));

  app.get('/', (_req, res) => res.redirect(`${basePath}/`));
  app.use(answerNotFound);
  app.use(answerFault);
  return app;
}
