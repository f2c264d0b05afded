import type { ConsoleParams } from './useConsoleParams.ts';

const storageKey = 'mock-suffix';
const validSuffix = /^[A-Za-z0-9_-]{0,40}$/;

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
  const text = params.has('suffix')
    ? params.get('suffix')
    : (localStorage.getItem(storageKey) ?? '');
  const isValid = validSuffix.test(text);
  const value = isValid ? text : '';
  return {
    text,
    isValid,
    value,
    addTo: (name) => (value === '' ? name : `${name}.${value}`),
    set(changed) {
      if (validSuffix.test(changed)) localStorage.setItem(storageKey, changed);
      params.replace({ suffix: changed });
    },
  };
}
