import { validName } from '../../scenarios/testerName.ts';
import type { ConsoleParams } from './useConsoleParams.ts';

const storageKey = 'mock-suffix';

export interface Suffix {
  /** As it was typed. */
  text: string;
  isValid: boolean;
  /** Empty if the text is empty or invalid. */
  value: string;
  /** Adds it to a brief id or user name. */
  addTo(name: string): string;
  set(text: string): void;
}

/** The tester's suffix: of the URL, otherwise the one that was used last. */
export function getSuffix(params: ConsoleParams): Suffix {
  const text = params.has('name') ? params.get('name') : (localStorage.getItem(storageKey) ?? '');
  const mayBeUsed = (suffix: string) => suffix === '' || validName.test(suffix);
  const isValid = mayBeUsed(text);
  const value = isValid ? text : '';
  return {
    text,
    isValid,
    value,
    addTo: (name) => (value === '' ? name : `${name}.${value}`),
    set(changed) {
      if (mayBeUsed(changed)) localStorage.setItem(storageKey, changed);
      params.replace({ name: changed });
    },
  };
}
