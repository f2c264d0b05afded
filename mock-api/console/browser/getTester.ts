import { validName } from '../../scenarios/testerName.ts';
import type { ConsoleParams } from './useConsoleParams.ts';

const storageKey = 'mock-name';

export type Tester = ReturnType<typeof getTester>;

/** Returns the tester with the name in the URL or, without one, the name that was used last. */
export function getTester(params: ConsoleParams) {
  const text = params.get('name') || (localStorage.getItem(storageKey) ?? '');
  const isInvalid = text !== '' && !validName.test(text);
  const name = isInvalid ? '' : text;
  return {
    /** The name as it was typed. */
    text,
    /** Whether the text is no valid name. It then selects no requests. */
    isInvalid,
    /** The valid name, or an empty text. */
    name,
    /** The query for the mock: `?name=anna`, or an empty text. The mock rejects an invalid name. */
    query: text && `?name=${encodeURIComponent(text)}`,
    set(changed: string) {
      localStorage.setItem(storageKey, changed);
      params.replace({ name: changed });
    },
  };
}
