import type { ConsoleData } from '../consoleData.ts';
import { callAsStaff } from './callAsStaff.ts';
import { byId } from './element.ts';

const suffixStorageKey = 'mock-suffix';

/** Adds the tester's suffix to all links, stores it, and makes the buttons send requests. */
export function startScenarioList() {
  const data: ConsoleData = JSON.parse(byId('console-data', HTMLScriptElement).text);
  const field = byId('suffix', HTMLInputElement);
  field.value = localStorage.getItem(suffixStorageKey) ?? '';
  field.addEventListener('input', () => {
    if (field.validity.valid) localStorage.setItem(suffixStorageKey, field.value);
    updateLinks();
  });
  byId('suffix-form', HTMLFormElement).addEventListener('submit', (event) =>
    event.preventDefault(),
  );
  updateLinks();

  document.addEventListener('click', async ({ target }) => {
    const button = target instanceof Element ? target.closest('button') : null;
    const { user, password, operation } = button?.dataset ?? {};
    if (!button || !user || !password || !operation) return;
    const output = button.parentElement?.querySelector('output');
    const result = await callAsStaff(data, { user: withSuffix(user), password, operation });
    if (output) output.value = result;
  });

  function updateLinks() {
    for (const link of document.querySelectorAll<HTMLAnchorElement>('a[data-key]')) {
      const { key = '', query = '' } = link.dataset;
      const briefId = encodeURIComponent(withSuffix(key));
      link.href = data.feedbackPage.replace('{briefId}', briefId) + query;
    }
  }

  function withSuffix(name: string): string {
    return field.value !== '' && field.validity.valid ? `${name}.${field.value}` : name;
  }
}
