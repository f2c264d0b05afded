import type { ConsoleData } from '../consoleData.ts';
import { callAsStaff } from './callAsStaff.ts';
import { byId } from './element.ts';
import { startScenarioSearch, titleOf } from './scenarioSearch.ts';

const suffixStorageKey = 'mock-suffix';

/** Adds the tester's suffix to all links, stores it, and makes the buttons send requests. */
export function startScenarioList() {
  let data = readData(document);
  const field = byId('suffix', HTMLInputElement);
  const resetButton = byId('reset', HTMLButtonElement);
  const linked = new URLSearchParams(location.search).get('suffix');
  field.value = linked ?? localStorage.getItem(suffixStorageKey) ?? '';
  field.addEventListener('input', () => {
    if (field.validity.valid) localStorage.setItem(suffixStorageKey, field.value);
    showSuffix();
  });
  byId('suffix-form', HTMLFormElement).addEventListener('submit', (event) =>
    event.preventDefault(),
  );
  resetButton.addEventListener('click', reset);
  showSuffix();
  const { search } = startScenarioSearch();

  document.addEventListener('click', async ({ target }) => {
    const button = target instanceof Element ? target.closest('button') : null;
    const { user, password, operation } = button?.dataset ?? {};
    if (!button || !user || !password || !operation) return;
    const output = button.parentElement?.querySelector('output');
    const result = await callAsStaff(data, { user: withSuffix(user), password, operation });
    if (output) output.value = result;
  });

  function showSuffix() {
    for (const link of document.querySelectorAll<HTMLAnchorElement>('a[data-key]')) {
      const { key = '', query = '' } = link.dataset;
      const briefId = encodeURIComponent(withSuffix(key));
      link.href = data.feedbackPage.replace('{briefId}', briefId) + query;
    }
    resetButton.textContent = suffix() === '' ? 'Reset everything' : `Reset ${suffix()}`;
    byId('suffix-problem', HTMLParagraphElement).textContent = field.validity.valid
      ? ''
      : 'Not used: a suffix consists of letters, digits, “-” and “_”.';
  }

  async function reset() {
    const owner = suffix() === '' ? 'all testers' : suffix();
    if (!confirm(`Remove the attempts, sessions and requests of ${owner}?`)) return;
    const query = suffix() === '' ? '' : `?suffix=${suffix()}`;
    const response = await fetch(`/mock/reset${query}`, { method: 'POST' });
    byId('reset-result', HTMLOutputElement).value = response.ok
      ? 'Done.'
      : `Status ${response.status}`;
  }

  /** Empty if the field is empty or invalid. */
  function suffix(): string {
    return field.validity.valid ? field.value : '';
  }

  function withSuffix(name: string): string {
    return suffix() === '' ? name : `${name}.${suffix()}`;
  }

  return {
    /** Replaces the scenarios after the data or the contract has changed. Open groups stay open. */
    async reload() {
      const page = new DOMParser().parseFromString(await fetchPage(), 'text/html');
      data = readData(page);
      const container = byId('scenario-groups', HTMLDivElement);
      const open = new Set(
        [...container.querySelectorAll<HTMLDetailsElement>('details[open]')].map(titleOf),
      );
      container.replaceChildren(...(page.getElementById('scenario-groups')?.childNodes ?? []));
      for (const group of container.querySelectorAll('details')) {
        group.open = open.has(titleOf(group));
      }
      showSuffix();
      search();
    },
  };
}

async function fetchPage(): Promise<string> {
  return (await fetch(location.pathname)).text();
}

function readData(page: Document): ConsoleData {
  return JSON.parse(page.getElementById('console-data')?.textContent ?? '{}');
}
