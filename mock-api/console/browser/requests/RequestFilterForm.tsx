import type { RefObject } from 'react';
import { Form } from 'react-bootstrap';
import type { ConsoleData } from '../../consoleData.ts';
import type { ConsoleParam, ConsoleParams } from '../useConsoleParams.ts';
import { statusClasses } from './requestFilters.ts';

interface RequestFilterFormProps {
  params: ConsoleParams;
  operations: ConsoleData['operations'];
  search: RefObject<HTMLInputElement | null>;
}

export function RequestFilterForm({ params, operations, search }: RequestFilterFormProps) {
  const status = params.get('status');
  const bind = (name: ConsoleParam) => ({
    value: params.get(name),
    onChange: ({ target }: { target: { value: string } }) =>
      params.replace({ [name]: target.value }),
    autoComplete: 'off',
    spellCheck: false,
  });
  return (
    <Form
      className="filters"
      aria-label="Filter requests"
      onSubmit={(event) => event.preventDefault()}
    >
      <Form.Group controlId="text">
        <Form.Label>Search</Form.Label>
        <Form.Control type="search" ref={search} aria-keyshortcuts="/" {...bind('text')} />
      </Form.Group>
      <Form.Group controlId="key">
        <Form.Label>Brief or user</Form.Label>
        <Form.Control {...bind('key')} />
      </Form.Group>
      <Form.Group controlId="subscriber">
        <Form.Label>Subscriber</Form.Label>
        <Form.Control {...bind('subscriber')} />
      </Form.Group>
      <Form.Group controlId="operation">
        <Form.Label>Operation</Form.Label>
        <Form.Select {...bind('operation')}>
          <option value="">all</option>
          {operations.map(({ id }) => (
            <option key={id}>{id}</option>
          ))}
        </Form.Select>
      </Form.Group>
      <Form.Group controlId="status">
        <Form.Label>Status</Form.Label>
        <Form.Select {...bind('status')}>
          <option value="">all</option>
          {Object.entries(statusClasses).map(([value, title]) => (
            <option key={value} value={value}>
              {title}
            </option>
          ))}
          {/* A link may name any status. */}
          {status !== '' && !Object.hasOwn(statusClasses, status) && <option>{status}</option>}
        </Form.Select>
      </Form.Group>
      <Form.Check
        type="switch"
        id="violations"
        label="Only with violations"
        checked={params.get('violations') !== ''}
        onChange={({ target }) => params.replace({ violations: target.checked ? 'true' : '' })}
      />
    </Form>
  );
}
