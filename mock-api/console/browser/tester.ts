import { validName } from '../../scenarios/testerName.ts';
import type { ConsoleParams } from './useConsoleParams.ts';

const storageKey = 'mock-name';

export type Tester = ReturnType<typeof getTester>;

/** The tester's name: of the URL, otherwise the one that was used last. */
export function getTester(params: ConsoleParams) {
  const text = params.get('name') || (localStorage.getItem(storageKey) ?? '');
  const name = validName.test(text) ? text : '';
  return {
    /** As it was typed. */
    text,
    /** Empty if the text is empty or invalid. */
    name,
    /** Limits a request to the mock to the tester. */
    query: name && `?name=${name}`,
    set(changed: string) {
      localStorage.setItem(storageKey, changed);
      params.replace({ name: changed });
    },
  };
}
