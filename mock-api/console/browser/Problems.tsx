import { Alert } from 'react-bootstrap';
import type { ConsoleState } from './useConsoleState.ts';

interface ProblemsProps {
  state: ConsoleState;
}

/** The problems of the files and the connection. The live region is always rendered, so that changes are announced. */
export function Problems({ state: { isLost, requests } }: ProblemsProps) {
  const invalid = 'A changed file is invalid. The previous version stays in use.';
  const messages = (requests?.problems ?? []).map((problem) => `${invalid} ${problem}`);
  if (isLost) messages.unshift('The connection to the mock was lost. Reconnecting …');

  return (
    <div role="alert" aria-label="Problems">
      {messages.map((message) => (
        <Alert key={message} variant="danger" className="m-3 mb-0">
          {message}
        </Alert>
      ))}
    </div>
  );
}
