import { Link } from 'react-router-dom';
import type { JournalEntry } from '../../../journal/journalEntry.ts';
import { Status } from '../Status.tsx';
import type { ConsoleParams } from '../useConsoleParams.ts';

type ViolationListProps = Pick<JournalEntry, 'violations'> & { params: ConsoleParams };

/** What violates the contract, with links to its lines. */
export function ViolationList({ violations, params }: ViolationListProps) {
  return (
    <ul className="violations list-unstyled mb-0">
      {violations.map(({ message, rule, line, pointer }) => (
        <li
          key={pointer + message}
          className="d-flex flex-wrap align-items-baseline gap-2 bg-danger-subtle rounded px-3 py-2"
        >
          <Status>{rule}</Status>
          <span className="message">{message}</span>
          <Link to={params.viewHref('contract', { line: String(line) })}>
            Contract, line {line}
          </Link>
        </li>
      ))}
    </ul>
  );
}
