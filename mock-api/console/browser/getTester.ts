import { validName } from '../../scenarios/testerName.ts';
import type { ConsoleParams } from './useConsoleParams.ts';

const storageKey = 'mock-name';

export type Tester = ReturnType<typeof getTester>;

/** The tester's name: of the URL, otherwise the one that was used last. */
export function getTester(params: ConsoleParams) {
  const text = params.get('name') || (localStorage.getItem(storageKey) ?? '');
  const isInvalid = text !== '' && !validName.test(text);
  const name = isInvalid ? '' : text;
  return {
    /** The name as it was typed. */
    text,
    /** Whether the text cannot be a name. It then selects nobody. */
    isInvalid,
    /** Empty if the text is empty or invalid. */
    name,
    /** Limits a request to the mock to the tester. The mock rejects an invalid name. */
    query: text && `?name=${encodeURIComponent(text)}`,
    set(changed: string) {
      localStorage.setItem(storageKey, changed);
      params.replace({ name: changed });
    },
  };
}
