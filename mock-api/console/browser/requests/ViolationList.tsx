import type { JournalEntry } from '../../../journal/journalEntry.ts';
import { Status } from '../Status.tsx';

/** The violations of the contract, with links to its lines. */
export function ViolationList({ violations }: Pick<JournalEntry, 'violations'>) {
  return (
    <ul className="violations list-unstyled mb-0">
      {violations.map(({ message, rule, line, pointer }) => (
        <li
          key={pointer + message}
          className="d-flex flex-wrap align-items-baseline gap-2 bg-danger-subtle rounded px-3 py-2"
        >
          <Status>{rule}</Status>
          <span className="message">{message}</span>
          <a href="/mock/openapi.yaml" target="_blank" rel="noopener">
            Contract, line {line}
          </a>
        </li>
      ))}
    </ul>
  );
}
