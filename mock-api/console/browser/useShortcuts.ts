import { useEffect } from 'react';

/** Calls back for keys that are pressed outside of fields. Escape first leaves a field. */
export function useShortcuts(shortcuts: Readonly<Record<string, () => void>>) {
  useEffect(() => {
    function handleKey(event: KeyboardEvent) {
      const { key, target, ctrlKey, metaKey, altKey } = event;
      if (ctrlKey || metaKey || altKey) return;
      if (target instanceof HTMLElement && target.matches('input, select, textarea')) {
        if (key === 'Escape') target.blur();
        return;
      }
      const run = shortcuts[key];
      if (!run) return;
      // Escape also closes a menu.
      if (key !== 'Escape') event.preventDefault();
      run();
    }
    document.addEventListener('keydown', handleKey);
    return () => document.removeEventListener('keydown', handleKey);
  });
}
