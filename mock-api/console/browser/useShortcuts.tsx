import { useEffect } from 'react';
import { Form } from 'react-bootstrap';

const storageKey = 'mock-shortcuts';

/** Calls back for keys that are pressed outside of fields. Escape first leaves a field. */
export function useShortcuts(shortcuts: Readonly<Record<string, () => void>>) {
  useEffect(() => {
    function handleKey(event: KeyboardEvent) {
      const { key, target, ctrlKey, metaKey, altKey } = event;
      const isTurnedOff = key.length === 1 && localStorage.getItem(storageKey) === 'off';
      if (ctrlKey || metaKey || altKey || isTurnedOff) return;
      if (target instanceof HTMLElement && target.matches('input, select, textarea')) {
        if (key === 'Escape') target.blur();
        return;
      }
      const run = shortcuts[key];
      if (!run) return;
      event.preventDefault();
      run();
    }
    document.addEventListener('keydown', handleKey);
    return () => document.removeEventListener('keydown', handleKey);
  });
}

/** Describes the shortcuts and turns single keys off, which users of speech input need. */
export function ShortcutSwitch() {
  return (
    <Form.Check
      type="switch"
      id="shortcuts"
      className="mb-0"
      defaultChecked={localStorage.getItem(storageKey) !== 'off'}
      onChange={({ target }) => localStorage.setItem(storageKey, target.checked ? 'on' : 'off')}
      label={
        <>
          Keyboard shortcuts: <kbd>/</kbd> filter, <kbd>j</kbd> <kbd>k</kbd> next, previous,{' '}
          <kbd>1</kbd>–<kbd>4</kbd> tab, <kbd>Esc</kbd> close
        </>
      }
    />
  );
}
