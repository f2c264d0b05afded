import { Table } from 'react-bootstrap';
import { Link } from 'react-router-dom';
import type { CoverageRow } from '../../../journal/coverage.ts';

/** The examples are undefined for a response that the contract does not declare. */
export type CoverageEntry = Omit<CoverageRow, 'examples'> & Partial<CoverageRow>;

interface CoverageMatrixProps {
  entries: readonly CoverageEntry[];
  /** The operation and the status of the selected cell, as in `linkTo`. */
  selected: string;
  linkTo(response: string): string;
}

/** How often each operation responded with each status. */
export function CoverageMatrix({ entries, selected, linkTo }: CoverageMatrixProps) {
  const operations = [...new Set(entries.map(({ operation }) => operation))];
  const statuses = [...new Set(entries.map(({ status }) => status))].sort();
  return (
    <Table responsive bordered className="coverage text-center align-middle">
      <thead>
        <tr>
          <th scope="col">Operation</th>
          {statuses.map((status) => (
            <th key={status} scope="col">
              {status}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {operations.map((operation) => (
          <tr key={operation}>
            <th scope="row">{operation}</th>
            {statuses.map((status) => {
              const response = `${operation} ${status}`;
              const { colour, text } = summarize(
                entries.filter((entry) => `${entry.operation} ${entry.status}` === response),
              );
              return (
                <td key={status} className={`bg-${colour}-subtle text-${colour}-emphasis`}>
                  {text !== '' && (
                    <Link
                      to={linkTo(response)}
                      aria-current={response === selected ? 'true' : undefined}
                    >
                      {text}
                    </Link>
                  )}
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

/** The entries of a cell have different media types. */
function summarize(entries: readonly CoverageEntry[]) {
  if (entries.length === 0) return { colour: 'secondary', text: '' };
  const count = entries.reduce((sum, entry) => sum + entry.count, 0);
  const examples = entries.flatMap((entry) => entry.examples ?? []);
  const sent = examples.filter((example) => example.count > 0).length;
  if (entries.some((entry) => !entry.examples)) return { colour: 'danger', text: `${count}× ■` };
  if (count === 0) return { colour: 'body', text: 'never' };
  if (sent === examples.length) return { colour: 'success', text: `${count}×` };
  return { colour: 'warning', text: `${count}×, ${sent}/${examples.length}` };
}
