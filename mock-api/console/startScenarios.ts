import { type ConsoleData, callAsStaff } from './callAsStaff.ts';
import { byId } from './element.ts';

const STORAGE_KEY = 'mock-suffix';

/** Brings the scenario links to life: a suffix that is kept, and calls that the product has no page for. */
export function startScenarios() {
  const data: ConsoleData = JSON.parse(byId('console-data', HTMLScriptElement).text);
  const field = byId('suffix', HTMLInputElement);
  field.value = localStorage.getItem(STORAGE_KEY) ?? '';
  field.addEventListener('input', () => {
    if (field.validity.valid) localStorage.setItem(STORAGE_KEY, field.value);
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
      link.href =
        data.feedbackPage
          .replace('{subscriberId}', '3141592')
          .replace('{briefId}', encodeURIComponent(withSuffix(key))) + query;
    }
  }

  function withSuffix(name: string): string {
    return field.value !== '' && field.validity.valid ? `${name}.${field.value}` : name;
  }
}
