import type { ConsoleEvents } from '../consoleEvents.ts';
import { byId, element } from './element.ts';
import { renderCoverage } from './renderCoverage.ts';
import { createRequestList } from './requestList.ts';
import { startScenarioList } from './scenarioList.ts';

/* The console's script. It renders every change while the page is open. */

const reconnectAfterMs = 1000;
/** The server ends the stream regularly, and the browser then reconnects within this time. */
const expectedReconnectionMs = 1500;

// The observer's console has no scenarios.
const scenarioList = document.getElementById('suffix') ? startScenarioList() : undefined;
const requestList = createRequestList();
const connection = byId('connection', HTMLDivElement);
let lossTimer: ReturnType<typeof setTimeout> | undefined;
connect();

function connect() {
  const source = new EventSource('/mock/events');
  const on = <Name extends keyof ConsoleEvents>(
    name: Name,
    handle: (data: ConsoleEvents[Name]) => void,
  ) => source.addEventListener(name, ({ data }) => handle(JSON.parse(data)));

  on('all', requestList.replace);
  on('kept', requestList.keep);
  on('changes', requestList.merge);
  on('state', ({ dropped, problems, coverage }) => {
    requestList.setDropped(dropped);
    renderProblems(problems);
    renderCoverage(coverage);
  });
  on('reload', () => void scenarioList?.reload());
  source.addEventListener('open', () => {
    clearTimeout(lossTimer);
    lossTimer = undefined;
    connection.textContent = '';
  });
  source.addEventListener('error', () => {
    lossTimer ??= setTimeout(showLoss, expectedReconnectionMs);
    // The browser reconnects by default, but not after an error response, for example from a proxy.
    if (source.readyState === EventSource.CLOSED) setTimeout(connect, reconnectAfterMs);
  });
}

function showLoss() {
  const text =
    'The connection to the mock was lost. What is shown may be out of date. Reconnecting …';
  connection.replaceChildren(element('p', {}, text));
}

function renderProblems(problems: readonly string[]) {
  const container = document.getElementById('problems');
  const lines =
    problems.length === 0
      ? []
      : ['A changed file is invalid. The previous version stays in use.', ...problems];
  // An unchanged alert must not be announced again.
  if (container && container.textContent !== lines.join('')) {
    container.replaceChildren(...lines.map((line) => element('p', {}, line)));
  }
}
