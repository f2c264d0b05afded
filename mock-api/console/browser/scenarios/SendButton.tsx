import { useState } from 'react';
import { Button } from 'react-bootstrap';
import type { ConsoleData, ScenarioAction } from '../../consoleData.ts';
import { describeResponse } from '../describeResponse.ts';

type StaffCall = Extract<ScenarioAction, { kind: 'send' }>;

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
        onClick={async () => setResult(await describeResponse(callAsStaff(operations, call)))}
      >
        Send<span className="visually-hidden"> {name}</span>
      </Button>
      <output>{result}</output>
    </div>
  );
}

/** Signs in and calls another operation, unless the sign-in fails or is the operation itself. */
async function callAsStaff(
  operations: ConsoleData['operations'],
  { user, password, operation }: StaffCall,
): Promise<Response> {
  const call = (id: string, body?: URLSearchParams) => {
    const { method = 'GET', path = '/' } = operations.find((one) => one.id === id) ?? {};
    return fetch(path, { method, cache: 'no-store', ...(body && { body }) });
  };
  const signIn = await call('signIn', new URLSearchParams({ username: user, password }));
  return operation === 'signIn' || !signIn.ok ? signIn : call(operation);
}
