import { useId } from 'react';
import { Form } from 'react-bootstrap';
import type { ConsoleParams } from './useConsoleParams.ts';

interface FilterFieldProps {
  params: ConsoleParams;
  placeholder: string;
  /** Texts that are offered. The browser lists those that contain what is typed. */
  completions?: readonly string[];
}

/** The text that selects the rows of a view. It is part of the URL, and applies as it is typed. */
export function FilterField({ params, placeholder, completions = [] }: FilterFieldProps) {
  const listId = useId();
  return (
    <>
      <Form.Control
        type="search"
        aria-label="Filter"
        placeholder={placeholder}
        list={listId}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        value={params.get('text')}
        onChange={({ target }) => params.replace({ text: target.value })}
      />
      <datalist id={listId}>
        {completions.map((text) => (
          <option key={text} value={text} />
        ))}
      </datalist>
    </>
  );
}
