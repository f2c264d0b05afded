type SwaggerUi = (options: Readonly<Record<string, unknown>>) => unknown;

/* The reference page's script: hands the contract to the library. */
const { SwaggerUIBundle } = globalThis as unknown as { SwaggerUIBundle: SwaggerUi };

SwaggerUIBundle({
  url: '/mock/openapi.json',
  domNode: document.getElementById('reference'),
  deepLinking: true,
  tryItOutEnabled: true,
  // Its badge would ask another site whether the contract is valid.
  validatorUrl: null,
});
