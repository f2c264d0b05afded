import type { World } from '../world/world.ts';
import { html } from './html.ts';
import { renderScenarios } from './renderScenarios.ts';

export interface ConsoleOptions {
  world: World;
  /** The product's address with `{subscriberId}` and `{briefId}` in it. */
  feedbackPage: string;
  /** The real backend that is watched; without it the mock answers, and has scenarios to show. */
  observed?: string;
}

/** The console as a document. What changes while it is open is filled in by its script. */
export function renderConsole({ world, feedbackPage, observed }: ConsoleOptions): string {
  const { contract } = world;
  const name = observed === undefined ? 'Mock API' : 'Contract observer';
  const operations = contract.operations.map(({ id, method, path }) => ({ id, method, path }));
  const data = JSON.stringify({ operations, feedbackPage }).replaceAll('<', '\\u003c');
  return html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>${name}</title>
    <link rel="icon" href="data:,">
    <link rel="stylesheet" href="/mock/console.css">
    <script type="application/json" id="console-data">${{ markup: data }}</script>
    <script src="/mock/console.js" defer></script>
  </head>
  <body>
    <header>
      <h1>${name}</h1>
      <p>${contract.title}, version ${contract.version}${observed === undefined ? '' : `, at ${observed}`}</p>
      <nav aria-label="Sections">
        ${observed === undefined ? html`<a href="#scenarios">Scenarios</a>` : ''}
        <a href="#requests">Requests</a>
        <a href="#coverage">Coverage</a>
        <a href="/mock/docs">API reference</a>
      </nav>
    </header>
    <main>
      <div id="faults" class="faults" role="alert"></div>
      ${observed === undefined ? renderScenarios(world, feedbackPage) : ''}
      <section id="requests" aria-labelledby="requests-heading">
        <h2 id="requests-heading">Requests</h2>
        <form id="filters" class="filters" aria-label="Filter the requests">
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
        <div id="coverage-rows" class="coverage-rows"></div>
        <p>The same as JSON: <a href="/mock/coverage">/mock/coverage</a></p>
      </section>
    </main>
  </body>
</html>
`.markup;
}
