import type { JournalEntry } from '../../journal/journalEntry.ts';
import { validName } from '../../scenarios/testerName.ts';
import type { ConsoleParams } from './useConsoleParams.ts';

const storageKey = 'mock-name';

export interface Tester {
  /** As it was typed. */
  text: string;
  isValid: boolean;
  /** Empty if the text is empty or invalid. */
  name: string;
  /** Limits a request to the mock to the tester. */
  query: string;
  /** Adds the name to a brief id or user name. */
  addTo(id: string): string;
  set(text: string): void;
}

/** The tester's name: of the URL, otherwise the one that was used last. */
export function getTester(params: ConsoleParams): Tester {
  const text = params.has('name') ? params.get('name') : (localStorage.getItem(storageKey) ?? '');
  const mayBeUsed = (name: string) => name === '' || validName.test(name);
  const isValid = mayBeUsed(text);
  const name = isValid ? text : '';
  return {
    text,
    isValid,
    name,
    query: name && `?name=${name}`,
    addTo: (id) => (name === '' ? id : `${id}.${name}`),
    set(changed) {
      if (mayBeUsed(changed)) localStorage.setItem(storageKey, changed);
      params.replace({ name: changed });
    },
  };
}

/** The entries of a tester, or all of them without a name. */
export function entriesOf(tester: string, entries: readonly JournalEntry[]) {
  return tester === '' ? entries : entries.filter(({ name }) => name === tester);
}
