import express, { Router } from 'express';
import type { Contract } from '../contract/index.ts';
import { swaggerFolder } from './swaggerFolder.ts';

/** Colours with a contrast of at least 4.5:1 where those of Swagger UI have less, and the way back. */
const pageStyles = `
body > nav { padding: 12px 20px; font: 14px/20px sans-serif; background: #f6f7f9; }
body > nav a { color: #0f55ba; }
.swagger-ui .info :is(.url, a), .swagger-ui .btn.authorize span { color: #0b5394; }
.swagger-ui .btn.authorize svg { fill: #0b5394; }
.swagger-ui .btn.authorize { border-color: #0b5394; }
.swagger-ui .info .title small, .swagger-ui .info .title small.version-stamp { background: #4a5568; }
.swagger-ui .opblock.opblock-get .opblock-summary-method { background: #0b5394; }
.swagger-ui .opblock.opblock-post .opblock-summary-method { background: #1b6e3c; }
.swagger-ui .btn.execute { background: #0b5394; border-color: #0b5394; }
.swagger-ui .btn.cancel { color: #b3261e; border-color: #b3261e; }
.swagger-ui .download-contents { background: #4a5568; }
.swagger-ui .parameter__in { color: #595959; }
.swagger-ui .json-schema-2020-12-expand-deep-button { color: #595959; }
.swagger-ui .json-schema-2020-12__constraint--string { background: #8a5a00; }
.swagger-ui .microlight span[style*="211, 99, 99"] { color: #ff9c9c !important; }
`;

const referencePage = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>API reference</title>
    <link rel="icon" href="/mock/favicon.svg">
    <link rel="stylesheet" href="/mock/docs/swagger-ui.css">
    <style>${pageStyles}</style>
    <script src="/mock/docs/swagger-ui-bundle.js" defer></script>
    <script src="/mock/docs/start.js" defer></script>
  </head>
  <body>
    <nav aria-label="Console"><a href="/mock/">Back to the console</a></nav>
    <div id="reference"></div>
  </body>
</html>
`;

/** Creates the routes that serve the contract as YAML, as JSON and as an interactive page. */
export function createReferenceRoutes(currentContract: () => Contract): Router {
  const router = Router();
  router.get('/openapi.yaml', (_req, res) => {
    // The media type of RFC 9512.
    res.type('application/yaml; charset=utf-8').send(currentContract().source);
  });
  router.get('/openapi.json', (_req, res) => {
    res.json(currentContract().document);
  });
  router.get('/docs', (_req, res) => {
    res.type('html').send(referencePage);
  });
  router.use('/docs', express.static(swaggerFolder, { index: false, cacheControl: false }));
  return router;
}
