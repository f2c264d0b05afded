import { element } from './element.ts';
import type { ConsoleEvents } from './events.ts';
import { createRequestList } from './requestList.ts';
import { showCoverage } from './showCoverage.ts';
import { startScenarios } from './startScenarios.ts';

/* The console's script: fills in what changes while the page is open. */

// An observer has none.
if (document.getElementById('suffix')) startScenarios();
const list = createRequestList();
connect();

function connect() {
  const source = new EventSource('/mock/events');
  const on = <Name extends keyof ConsoleEvents>(
    name: Name,
    act: (data: ConsoleEvents[Name]) => void,
  ) => source.addEventListener(name, ({ data }) => act(JSON.parse(data)));

  on('all', list.replace);
  on('changed', list.merge);
  on('state', (state) => {
    list.setBounds(state);
    showFaults(state.faults);
    showCoverage(state.coverage);
  });
  source.addEventListener('error', () => {
    if (source.readyState !== EventSource.CLOSED) return;
    // A proxy in between that answers with an error ends the browser's own attempts.
    list.setConnected(false);
    setTimeout(connect, 1000);
  });
}

function showFaults(faults: readonly string[]) {
  const place = document.getElementById('faults');
  const told =
    faults.length === 0
      ? []
      : ['A changed file is broken. The old version stays in use.', ...faults];
  const text = told.join('\n');
  // Said again, the same would be read out again.
  if (place && place.textContent !== text)
    place.replaceChildren(...told.map((line) => element('p', {}, line)));
}
