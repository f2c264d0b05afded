import { Badge, Table } from 'react-bootstrap';
import { Link } from 'react-router-dom';
import type { CoverageRow } from '../../../journal/coverage.ts';

/** A row of either table. Undeclared responses have no examples. */
export type CoverageEntry = Omit<CoverageRow, 'examples'> & Partial<CoverageRow>;

interface CoverageTableProps {
  caption: string;
  rows: readonly CoverageEntry[];
  /** Adds a column with the counts of this tester, if it is not empty. */
  suffix: string;
  countOwn(row: CoverageEntry): number;
  /** The requests with this response. */
  linkTo(row: CoverageEntry): string;
}

export function CoverageTable({ caption, rows, suffix, countOwn, linkTo }: CoverageTableProps) {
  return (
    <Table size="sm" className="coverage caption-top align-middle">
      <caption>{caption}</caption>
      <thead>
        <tr>
          <th scope="col">Response</th>
          <th scope="col">Sent</th>
          {suffix !== '' && <th scope="col">{suffix}</th>}
          <th scope="col">Examples</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={`${row.operation} ${row.status} ${row.mediaType}`}>
            <th scope="row">
              <span className="fw-semibold">
                {row.operation} {row.status}
              </span>{' '}
              <span className="fw-normal text-body-secondary">{row.mediaType ?? 'no body'}</span>
            </th>
            <td>{row.count === 0 ? <Missing /> : <Link to={linkTo(row)}>{row.count}×</Link>}</td>
            {suffix !== '' && <td>{countOwn(row) || '–'}</td>}
            <td>
              <ul className="list-unstyled d-flex flex-wrap gap-1 mb-0">
                {row.examples?.map(({ name, count }) => (
                  <li key={name}>
                    <Badge
                      bg={count > 0 ? 'success-subtle' : ''}
                      text={count > 0 ? 'success-emphasis' : ''}
                      className="border fw-normal text-wrap"
                    >
                      {name} {count > 0 ? `${count}×` : <Missing />}
                    </Badge>
                  </li>
                ))}
              </ul>
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

function Missing() {
  return <span className="text-danger-emphasis">never</span>;
}
