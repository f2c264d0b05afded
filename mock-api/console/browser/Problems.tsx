import { useState } from 'react';
import { Alert } from 'react-bootstrap';
import type { ConsoleState } from './useConsoleState.ts';

interface ProblemsProps {
  state: ConsoleState;
}

/** What is wrong with the files or the connection. The live regions exist from the start, so that changes are announced. */
export function Problems({ state }: ProblemsProps) {
  const { isLost, repairs, requests } = state;
  const problems = requests?.problems ?? [];
  const [dismissed, setDismissed] = useState(0);
  const invalid = 'A changed file is invalid. The previous version stays in use.';
  const messages = problems.map((problem) => `${invalid} ${problem}`);
  if (isLost) messages.unshift('The connection to the mock was lost. Reconnecting …');

  return (
    <>
      <div role="alert" aria-label="Problems">
        {messages.map((message) => (
          <Alert key={message} variant="danger" className="m-3 mb-0">
            {message}
          </Alert>
        ))}
      </div>
      <output aria-label="Repairs">
        {problems.length === 0 && repairs > dismissed && (
          <Alert
            variant="success"
            className="m-3 mb-0"
            dismissible
            closeLabel="Close"
            onClose={() => setDismissed(repairs)}
          >
            The changed files are valid again, and in use.
          </Alert>
        )}
      </output>
    </>
  );
}
