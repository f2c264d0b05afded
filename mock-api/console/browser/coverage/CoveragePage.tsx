import { Table } from 'react-bootstrap';
import { Link } from 'react-router-dom';
import type { Coverage } from '../../../journal/coverage.ts';
import { LabelBadge } from '../LabelBadge.tsx';
import { Loading } from '../Loading.tsx';
import type { PageProps } from '../pageProps.ts';
import { Status } from '../Status.tsx';

/** How often each response of the contract, and any other one, was sent. */
export function CoveragePage({ coverage, tester, data, params }: PageProps) {
  if (tester.isInvalid) return <p className="p-3">No responses, because the name is not valid.</p>;
  if (!coverage) return <Loading />;

  const { exercised, declared } = coverage.responses;
  const scope =
    tester.name === ''
      ? 'to all testers, since the start or the last reset'
      : `to ${tester.name}, in the requests that the journal keeps`;

  return (
    <div className="px-3">
      <Table responsive className="coverage align-middle">
        <thead>
          <tr>
            <th scope="col">Operation</th>
            <th scope="col">Status</th>
            <th scope="col">Sent</th>
            <th scope="col">Media type</th>
          </tr>
        </thead>
        <tbody>
          {data.operations.flatMap(({ id }) =>
            listRows(coverage, id).map((row) => (
              <CoverageRow
                key={`${id} ${row.status} ${row.mediaType} ${row.note}`}
                row={row}
                requestsHref={params.viewHref('requests', filterFor(row))}
                scenariosHref={data.groups && params.viewHref('scenarios', row.status)}
              />
            )),
          )}
        </tbody>
      </Table>
      <p>
        {exercised} of {declared} responses were sent {scope}.{' '}
        <a href={`/mock/coverage${tester.query}`}>coverage.json</a>
      </p>
    </div>
  );
}

type Row = Coverage['rows'][number] & { note: '' | 'not in the contract' | 'by a scenario' };

/** The responses of an operation by status, the declared ones and others that were sent. */
function listRows({ rows, undeclared }: Coverage, id: string): Row[] {
  const declared = rows.map((row): Row => ({ ...row, note: '' }));
  const others = undeclared.map(
    (row): Row => ({ ...row, note: row.isScenario ? 'by a scenario' : 'not in the contract' }),
  );
  return [...declared, ...others]
    .filter(({ operation }) => operation === id)
    .sort((a, b) => a.status.localeCompare(b.status));
}

function filterFor({ operation, status }: Row): string {
  return `operation:${operation} status:${status.toLowerCase()}`;
}

interface CoverageRowProps {
  row: Row;
  requestsHref: string;
  scenariosHref: string | undefined;
}

/** The number links to the requests or, if there are none, to the scenarios with the status. */
function CoverageRow({ row, requestsHref, scenariosHref }: CoverageRowProps) {
  const { operation, status, mediaType, count, note } = row;
  const href = count > 0 ? requestsHref : scenariosHref;
  const text = count > 0 ? `${count}×` : 'never';

  return (
    <tr>
      <th scope="row" className="fw-normal">
        {operation}
      </th>
      <td>
        <Status>{status}</Status>
      </td>
      <td>
        {href ? <Link to={href}>{text}</Link> : text}{' '}
        {note && (
          <LabelBadge kind={note === 'by a scenario' ? 'primary' : 'danger'}>{note}</LabelBadge>
        )}
      </td>
      <td className="text-body-secondary">{mediaType}</td>
    </tr>
  );
}
