import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { Router } from 'express';
import type { WorldStore } from '../world/createWorldStore.ts';

/** What a browser needs of the library; it stays where npm put it, so nothing comes from elsewhere. */
const LIBRARY_FILES = ['swagger-ui-bundle.js', 'swagger-ui.css'];

/** The library puts styles onto elements; nothing else may be loaded, and nothing from elsewhere. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "connect-src 'self'",
  "img-src 'self' data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>API reference</title>
    <link rel="icon" href="data:,">
    <link rel="stylesheet" href="/mock/docs/swagger-ui.css">
    <script src="/mock/docs/swagger-ui-bundle.js" defer></script>
    <script src="/mock/docs/start.js" defer></script>
  </head>
  <body>
    <main id="reference"></main>
  </body>
</html>
`;

/** The contract for reading: as it is, as JSON, and as a page from which calls can be tried out. */
export function createReferenceRoutes({ current }: Pick<WorldStore, 'current'>): Router {
  const folder = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
  const router = Router();
  router.get('/openapi.yaml', (_req, res) => {
    // RFC 9512 gives YAML this name; a browser shows it as text.
    res.type('application/yaml; charset=utf-8').send(current().contract.source);
  });
  router.get('/openapi.json', (_req, res) => {
    res.json(current().contract.document);
  });
  router.get('/docs', (_req, res) => {
    res.set('Content-Security-Policy', POLICY).type('html').send(PAGE);
  });
  router.get('/docs/:file', (req, res, next) => {
    const { file } = req.params;
    if (!LIBRARY_FILES.includes(file)) return next();
    res.sendFile(file, { root: folder, cacheControl: false });
  });
  return router;
}
