/* The script of the API reference page. */

type SwaggerUi = (options: Readonly<Record<string, unknown>>) => unknown;

const { SwaggerUIBundle } = globalThis as unknown as { SwaggerUIBundle: SwaggerUi };

SwaggerUIBundle({
  url: '/mock/openapi.json',
  domNode: document.getElementById('reference'),
  deepLinking: true,
  tryItOutEnabled: true,
  // By default, a badge sends the contract's URL to an online validator.
  validatorUrl: null,
});
