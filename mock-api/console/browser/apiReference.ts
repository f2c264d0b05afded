/* The script of the API reference page. */

type SwaggerUi = (options: Readonly<Record<string, unknown>>) => unknown;

const { SwaggerUIBundle } = globalThis as unknown as { SwaggerUIBundle: SwaggerUi };

const reference = document.getElementById('reference');

SwaggerUIBundle({
  url: '/mock/openapi.json',
  domNode: reference,
  deepLinking: true,
  tryItOutEnabled: true,
  // By default, a badge sends the contract's URL to an online validator.
  validatorUrl: null,
});

/** The accessible names of Swagger UI's lists of choices, which have none, by selector. */
const selectNames = {
  '.servers select': 'Server',
  'select.examples-select-element': 'Example',
};

/** The parts of the page outside of its main landmark, by selector. */
const regionNames = { '.information-container': 'Information', '.scheme-container': 'Server' };

/** The levels of the headings, which follow the level 1 without a gap, by selector. */
const headingLevels = {
  'h3.opblock-tag, .models h4': '2',
  '.opblock h4': '3',
  '.opblock h5': '4',
};

/** Repairs names, landmarks, heading levels and links within buttons of what Swagger UI renders. */
function repairMarkup(): void {
  for (const [selector, name] of Object.entries(selectNames)) {
    for (const select of find(selector)) select.ariaLabel = name;
  }
  for (const [selector, name] of Object.entries(regionNames)) {
    for (const region of find(selector)) Object.assign(region, { role: 'region', ariaLabel: name });
  }
  for (const [selector, level] of Object.entries(headingLevels)) {
    for (const heading of find(selector)) heading.ariaLevel = level;
  }
  for (const link of find('.opblock-summary-control a[href]')) link.removeAttribute('href');
}

const find = (selector: string) => reference?.querySelectorAll(selector) ?? [];

if (reference) {
  new MutationObserver(repairMarkup).observe(reference, { childList: true, subtree: true });
}
