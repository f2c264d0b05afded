import type { ConsoleEvents } from '../consoleEvents.ts';
import { element } from './element.ts';
import { renderCoverage } from './renderCoverage.ts';
import { createRequestList } from './requestList.ts';
import { startScenarioList } from './scenarioList.ts';

/* The console's script. It renders every change while the page is open. */

const reconnectAfterMs = 1000;

// The observer's console has no scenarios.
if (document.getElementById('suffix')) startScenarioList();
const requestList = createRequestList();
connect();

function connect() {
  const source = new EventSource('/mock/events');
  const on = <Name extends keyof ConsoleEvents>(
    name: Name,
    handle: (data: ConsoleEvents[Name]) => void,
  ) => source.addEventListener(name, ({ data }) => handle(JSON.parse(data)));

  on('all', requestList.replace);
  on('changed', requestList.merge);
  on('state', (state) => {
    requestList.setLimits(state);
    renderProblems(state.problems);
    renderCoverage(state.coverage);
  });
  source.addEventListener('error', () => {
    // The browser reconnects by default, but not after an error response, for example from a proxy.
    if (source.readyState !== EventSource.CLOSED) return;
    requestList.showDisconnected();
    setTimeout(connect, reconnectAfterMs);
  });
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
