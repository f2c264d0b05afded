import { Table } from 'react-bootstrap';
import { Link } from 'react-router-dom';
import type { Coverage, CoverageRow } from '../../../journal/coverage.ts';
import type { PageProps } from '../pageProps.ts';

/** The examples are undefined for a response that the contract does not declare. */
export type CoverageEntry = Coverage['undeclared'][number] & Partial<CoverageRow>;

interface CoverageMatrixProps extends Pick<PageProps, 'data' | 'params'> {
  entries: readonly CoverageEntry[];
}

/** How often each operation responded with each status. */
export function CoverageMatrix({ entries, data, params }: CoverageMatrixProps) {
  const statuses = [...new Set(entries.map(({ status }) => status))].sort();
  const columns = statuses.map((status, i) => ({
    status,
    className: i > 0 && status[0] !== statuses[i - 1]?.[0] ? 'starts-class' : '',
  }));
  return (
    <Table responsive bordered className="coverage text-center align-middle">
      <thead>
        <tr>
          <th scope="col">Operation</th>
          {columns.map(({ status, className }) => (
            <th key={status} scope="col" className={className}>
              {status}
            </th>
          ))}
          <th scope="col" className="starts-class">
            Sent
          </th>
        </tr>
      </thead>
      <tbody>
        {data.operations.map(({ id, method, path }) => {
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
              {columns.map(({ status, className }) => {
                const cell = summarize(own.filter((entry) => entry.status === status));
                const response = `${id} ${status}`;
                const colours = `bg-${cell.kind}-subtle text-${cell.kind}-emphasis`;
                return (
                  <td key={status} className={`${colours} ${className}`}>
                    {cell.text && (
                      <Link
                        to={params.href({ response })}
                        aria-current={response === params.get('response') ? 'true' : undefined}
                      >
                        {cell.text}
                        <small className="d-block">{cell.note}</small>
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

const never = (
  <i>
    <span className="visually-hidden">never</span>
  </i>
);

/** The entries of a cell have different media types. */
function summarize(entries: readonly CoverageEntry[]) {
  if (entries.length === 0) return { kind: 'secondary' };
  const count = entries.reduce((sum, entry) => sum + entry.count, 0);
  const text = count === 0 ? never : `${count}×`;
  const undeclared = entries.filter((entry) => !entry.examples);
  if (undeclared.some(({ isScenario }) => !isScenario)) {
    return { kind: 'danger', text, note: '■ undeclared' };
  }
  if (undeclared.length > 0) return { kind: 'primary', text, note: 'scenario' };
  if (count === 0) return { kind: 'body', text };
  const examples = entries.flatMap((entry) => entry.examples ?? []);
  const sent = examples.filter((example) => example.count > 0).length;
  const note = examples.length > 1 || sent < examples.length ? `${sent}/${examples.length}` : '';
  return { kind: sent === examples.length ? 'success' : 'warning', text, note };
}
