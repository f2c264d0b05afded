import { useState } from 'react';
import { Button } from 'react-bootstrap';
import type { ConsoleData } from '../../consoleData.ts';
import { callAsStaff, type StaffCall } from './callAsStaff.ts';

interface SendButtonProps extends Pick<ConsoleData, 'operations'> {
  call: StaffCall;
  name: string;
}

/** Sends the request of a scenario that has no page in the product, and shows its result. */
export function SendButton({ operations, call, name }: SendButtonProps) {
  const [result, setResult] = useState('');
  return (
    <div className="d-flex flex-wrap align-items-center gap-2">
      <Button
        variant="outline-secondary"
        onClick={async () => setResult(await callAsStaff(operations, call))}
      >
        Send<span className="visually-hidden"> {name}</span>
      </Button>
      <output>{result}</output>
    </div>
  );
}
