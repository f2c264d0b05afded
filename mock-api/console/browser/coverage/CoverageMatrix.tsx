import { Table } from 'react-bootstrap';
import { Link } from 'react-router-dom';
import type { Coverage, CoverageRow } from '../../../journal/coverage.ts';
import type { ConsoleData } from '../../consoleData.ts';

/** The examples are undefined for a response that the contract does not declare. */
export type CoverageEntry = Coverage['undeclared'][number] & Partial<CoverageRow>;

interface CoverageMatrixProps {
  entries: readonly CoverageEntry[];
  operations: ConsoleData['operations'];
  /** The operation and the status of the selected cell, as in `linkTo`. */
  selected: string;
  linkTo(response: string): string;
}

/** How often each operation responded with each status. */
export function CoverageMatrix({ entries, operations, selected, linkTo }: CoverageMatrixProps) {
  const statuses = [...new Set(entries.map(({ status }) => status))].sort();
  const startsClass = (i: number) => i > 0 && statuses[i]?.[0] !== statuses[i - 1]?.[0];
  return (
    <Table responsive bordered className="coverage text-center align-middle">
      <thead>
        <tr>
          <th scope="col">Operation</th>
          {statuses.map((status, i) => (
            <th key={status} scope="col" className={startsClass(i) ? 'starts-class' : ''}>
              {status}
            </th>
          ))}
          <th scope="col" className="starts-class">
            Sent
          </th>
        </tr>
      </thead>
      <tbody>
        {operations.map(({ id, method, path }) => {
          const own = entries.filter(({ operation }) => operation === id);
          const declared = own.filter(({ examples }) => examples);
          return (
            <tr key={id}>
              <th scope="row">
                {id}
                <small className="d-block fw-normal text-body-secondary">
                  {method} {path}
                </small>
              </th>
              {statuses.map((status, i) => {
                const response = `${id} ${status}`;
                const cell = summarize(own.filter((entry) => entry.status === status));
                return (
                  <td
                    key={status}
                    className={`bg-${cell.colour}-subtle text-${cell.colour}-emphasis ${startsClass(i) ? 'starts-class' : ''}`}
                  >
                    {cell.text !== '' && (
                      <Link
                        to={linkTo(response)}
                        aria-current={response === selected ? 'true' : undefined}
                      >
                        {cell.text === 'never' ? (
                          <i>
                            <span className="visually-hidden">never</span>
                          </i>
                        ) : (
                          cell.text
                        )}
                        {cell.note && <small className="d-block">{cell.note}</small>}
                      </Link>
                    )}
                  </td>
                );
              })}
              <td className="starts-class fw-bold">
                {declared.filter(({ count }) => count > 0).length} of {declared.length}
              </td>
            </tr>
          );
        })}
      </tbody>
    </Table>
  );
}

/** The entries of a cell have different media types. */
function summarize(entries: readonly CoverageEntry[]) {
  if (entries.length === 0) return { colour: 'secondary', text: '', note: '' };
  const count = entries.reduce((sum, entry) => sum + entry.count, 0);
  const text = count === 0 ? 'never' : `${count}×`;
  const examples = entries.flatMap((entry) => entry.examples ?? []);
  const sent = examples.filter((example) => example.count > 0).length;
  const note = examples.length > 1 || sent < examples.length ? `${sent}/${examples.length}` : '';
  const undeclared = entries.filter((entry) => !entry.examples);
  if (undeclared.some(({ isScenario }) => !isScenario)) {
    return { colour: 'danger', text, note: '■ undeclared' };
  }
  if (undeclared.length > 0) return { colour: 'primary', text, note: 'scenario' };
  if (count === 0) return { colour: 'body', text, note: '' };
  return { colour: sent === examples.length ? 'success' : 'warning', text, note };
}
