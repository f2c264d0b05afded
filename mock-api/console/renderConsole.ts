import type { Contract } from '../contract/contract.ts';
import type { MockData } from '../operations/mockData.ts';
import type { ConsoleData } from './consoleData.ts';
import { html } from './html.ts';
import { renderScenarios } from './renderScenarios.ts';

export interface ConsolePage {
  contract: Contract;
  /** Undefined for the observer, whose console shows no scenarios. */
  data: MockData | undefined;
  /** The URL of the feedback page, with the placeholder `{briefId}`. */
  feedbackPage: string;
  /** The URL of the backend that the observer forwards to. */
  observed: string | undefined;
}

/** Renders the console. Its script fills in the requests and the coverage. */
export function renderConsole({ contract, data, feedbackPage, observed }: ConsolePage): string {
  const name = observed === undefined ? 'Mock API' : 'Contract observer';
  const backend = observed === undefined ? '' : `, in front of ${observed}`;
  const operations = contract.operations.map(({ id, method, path }) => ({ id, method, path }));
  const consoleData = JSON.stringify({ operations, feedbackPage } satisfies ConsoleData).replaceAll(
    '<',
    '\\u003c',
  );
  return html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>${name}</title>
    <link rel="icon" href="data:,">
    <link rel="stylesheet" href="/mock/console.css">
    <script type="application/json" id="console-data">${{ markup: consoleData }}</script>
    <script src="/mock/console.js" defer></script>
  </head>
  <body>
    <header>
      <h1>${name}</h1>
      <p>${contract.title}, version ${contract.version}${backend}</p>
      <nav aria-label="Sections">
        ${data && html`<a href="#scenarios">Scenarios</a>`}
        <a href="#requests">Requests</a>
        <a href="#coverage">Coverage</a>
        <a href="/mock/docs">API reference</a>
      </nav>
    </header>
    <main>
      <div id="connection" class="problems" role="alert"></div>
      <div id="problems" class="problems" role="alert"></div>
      ${data && renderScenarios(data, feedbackPage)}
      <section id="requests" aria-labelledby="requests-heading">
        <h2 id="requests-heading">Requests</h2>
        <form id="filters" class="filters" aria-label="Filter requests">
          <label>Brief or user <input name="key" autocomplete="off" spellcheck="false"></label>
          <label>Subscriber <input name="subscriber" autocomplete="off" spellcheck="false"></label>
          <label>Operation
            <select name="operation">
              <option value="">all</option>
              ${contract.operations.map(({ id }) => html`<option>${id}</option>`)}
            </select>
          </label>
          <button type="button" id="clear">Clear the journal</button>
        </form>
        <p><output id="count" for="filters">Connecting …</output></p>
        <ol id="entries" class="entries" aria-label="Requests, newest first"></ol>
      </section>
      <section id="coverage" aria-labelledby="coverage-heading">
        <h2 id="coverage-heading">Coverage</h2>
        <p id="coverage-summary"></p>
        <p id="coverage-generated"></p>
        <div id="coverage-rows" class="coverage-rows"></div>
        <p>As JSON: <a href="/mock/coverage">/mock/coverage</a></p>
      </section>
    </main>
  </body>
</html>
`.markup;
}
