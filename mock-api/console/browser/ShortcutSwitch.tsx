import { useState } from 'react';
import { Form } from 'react-bootstrap';
import { areShortcutsOn, turnShortcuts } from './useShortcuts.ts';

/** Describes the shortcuts and turns them on and off. */
export function ShortcutSwitch() {
  const [isOn, setOn] = useState(areShortcutsOn);
  return (
    <Form.Check
      type="switch"
      id="shortcuts"
      className="mb-0"
      checked={isOn}
      onChange={({ target }) => {
        turnShortcuts(target.checked);
        setOn(target.checked);
      }}
      label={
        <>
          Keyboard shortcuts: <kbd>/</kbd> filter, <kbd>j</kbd> <kbd>k</kbd> next, previous,{' '}
          <kbd>1</kbd>–<kbd>4</kbd> tab, <kbd>Esc</kbd> close
        </>
      }
    />
  );
}
