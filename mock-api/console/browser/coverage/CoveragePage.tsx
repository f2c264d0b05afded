import { Table } from 'react-bootstrap';
import { Link } from 'react-router-dom';
import type { Coverage, CoverageRow } from '../../../journal/coverage.ts';
import { Loading } from '../Loading.tsx';
import type { PageProps } from '../pageProps.ts';

/** A response that the contract declares, or another one that was sent. */
interface SentResponse extends CoverageRow {
  isDeclared?: true;
  isScenario?: true | undefined;
}

/** What a cell shows, by its kind. */
const legend = {
  success: 'Sent',
  body: 'Never sent',
  secondary: 'Not in the contract',
  primary: 'Sent by a scenario, not in the contract',
  danger: '■ Sent, not in the contract',
};

/** Which responses of the contract were sent, and how often. */
export function CoveragePage(page: PageProps) {
  const { coverage, tester } = page;
  if (tester.isInvalid) return <p className="p-3">No responses, because the name is not valid.</p>;
  if (!coverage) return <Loading />;

  const { exercised, declared } = coverage.responses;
  const scope =
    tester.name === ''
      ? 'to all testers, since the start or the last reset'
      : `to ${tester.name}, in the requests that the journal keeps`;

  return (
    <div className="p-3">
      <CoverageMatrix {...page} coverage={coverage} />
      <ul className="legend list-unstyled small text-body-secondary">
        {Object.entries(legend).map(([kind, text]) => (
          <li key={kind}>
            <i className={`bg-${kind}-subtle`} /> {text}
          </li>
        ))}
      </ul>
      <p>
        {exercised} of {declared} responses were sent {scope}.{' '}
        <a href={`/mock/coverage${tester.query}`}>coverage.json</a>
      </p>
    </div>
  );
}

/** How often each operation responded with each status. */
function CoverageMatrix({ coverage, data, params }: PageProps & { coverage: Coverage }) {
  const declared = coverage.rows.map((row): SentResponse => ({ ...row, isDeclared: true }));
  const responses = [...declared, ...coverage.undeclared];
  const statuses = [...new Set(responses.map(({ status }) => status))].sort();
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
          const own = responses.filter(({ operation }) => operation === id);
          return (
            <tr key={id}>
              <th scope="row">
                {id}
                <small className="d-block fw-normal text-body-secondary">
                  {method} {path}
                </small>
              </th>
              {columns.map(({ status, className }) => (
                <CoverageCell
                  key={status}
                  className={className}
                  responses={own.filter((response) => response.status === status)}
                  requestsHref={params.viewHref('requests', filterFor(id, status))}
                  scenariosHref={data.groups && params.viewHref('scenarios', status)}
                />
              ))}
              <td className="starts-class fw-bold">{countDeclared(own)}</td>
            </tr>
          );
        })}
      </tbody>
    </Table>
  );
}

function filterFor(operation: string, status: string): string {
  return `operation:${operation} status:${status.toLowerCase()}`;
}

function countDeclared(responses: readonly SentResponse[]): string {
  const declared = responses.filter(({ isDeclared }) => isDeclared);
  return `${declared.filter(({ count }) => count > 0).length} of ${declared.length}`;
}

interface CoverageCellProps {
  className: string;
  /** The responses of an operation with the same status; their media types differ. */
  responses: readonly SentResponse[];
  requestsHref: string;
  scenariosHref: string | undefined;
}

const never = (
  <i>
    <span className="visually-hidden">never</span>
  </i>
);

/** Links to the requests or, if there are none, to the scenarios with the status. */
function CoverageCell({ className, responses, requestsHref, scenariosHref }: CoverageCellProps) {
  const count = responses.reduce((sum, response) => sum + response.count, 0);
  const { kind, note } = classify(responses, count);
  const href = count > 0 ? requestsHref : scenariosHref;
  const text = count > 0 ? `${count}×` : never;

  return (
    <td className={`bg-${kind}-subtle text-${kind}-emphasis ${className}`}>
      {responses.length > 0 && href && <Link to={href}>{text}</Link>}
      {responses.length > 0 && !href && text}
      {note && <small className="d-block">{note}</small>}
    </td>
  );
}

function classify(responses: readonly SentResponse[], count: number) {
  if (responses.length === 0) return { kind: 'secondary' };
  const undeclared = responses.filter(({ isDeclared }) => !isDeclared);
  if (undeclared.some(({ isScenario }) => !isScenario))
    return { kind: 'danger', note: '■ undeclared' };
  if (undeclared.length > 0) return { kind: 'primary', note: 'scenario' };
  return { kind: count === 0 ? 'body' : 'success' };
}
