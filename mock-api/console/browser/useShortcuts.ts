import { useEffect } from 'react';

const storageKey = 'mock-shortcuts';
const fields = 'input, select, textarea';

/** Whether single keys are shortcuts. Users of speech input need to turn them off. */
export function areShortcutsOn(): boolean {
  return localStorage.getItem(storageKey) !== 'off';
}

export function turnShortcuts(isOn: boolean) {
  localStorage.setItem(storageKey, isOn ? 'on' : 'off');
}

/** Calls back for keys that are pressed outside of fields. Escape first leaves a field. */
export function useShortcuts(shortcuts: Readonly<Record<string, () => void>>) {
  useEffect(() => {
    function handleKey(event: KeyboardEvent) {
      const { key, target, ctrlKey, metaKey, altKey } = event;
      const isTurnedOff = key.length === 1 && !areShortcutsOn();
      if (ctrlKey || metaKey || altKey || isTurnedOff) return;
      if (target instanceof HTMLElement && target.matches(fields)) {
        if (key === 'Escape') target.blur();
        return;
      }
      const run = Object.hasOwn(shortcuts, key) ? shortcuts[key] : undefined;
      if (!run) return;
      event.preventDefault();
      run();
    }
    document.addEventListener('keydown', handleKey);
    return () => document.removeEventListener('keydown', handleKey);
  });
}
