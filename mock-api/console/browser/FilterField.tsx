import { Form } from 'react-bootstrap';
import type { ConsoleParams } from './useConsoleParams.ts';

interface FilterFieldProps {
  params: ConsoleParams;
  placeholder: string;
}

/** The text that selects the rows of a view. It is part of the URL, and applies as it is typed. */
export function FilterField({ params, placeholder }: FilterFieldProps) {
  return (
    <Form.Control
      type="search"
      aria-label="Filter"
      placeholder={placeholder}
      autoComplete="off"
      autoCapitalize="off"
      spellCheck={false}
      value={params.get('text')}
      onChange={({ target }) => params.replace({ text: target.value })}
    />
  );
}
