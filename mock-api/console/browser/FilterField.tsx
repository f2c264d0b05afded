import { Form } from 'react-bootstrap';
import type { ConsoleParams } from './useConsoleParams.ts';

interface FilterFieldProps {
  params: ConsoleParams;
  placeholder: string;
}

/** The field for the filter of a view, which applies as it is typed and is kept in the URL. */
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
