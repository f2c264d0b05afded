import { Table } from 'react-bootstrap';
import { Link } from 'react-router-dom';
import type { Coverage, CoverageRow } from '../../../journal/coverage.ts';
import { Loading } from '../Loading.tsx';
import type { PageProps } from '../pageProps.ts';

interface ResponseCount extends CoverageRow {
  /** Why it was sent, although the contract does not declare it; undefined for a declared response. */
  undeclared?: 'by a scenario' | 'by mistake';
}

interface EntriesProps extends Pick<PageProps, 'data' | 'params'> {
  entries: readonly ResponseCount[];
}

/** By the kind of a cell. */
const legend = {
  success: 'Sent',
  body: 'Never sent',
  secondary: 'Not in the contract',
  primary: 'Sent by a scenario, not in the contract',
  danger: '■ Sent, not in the contract',
};

/** Which responses of the contract were sent. */
export function CoveragePage({ data, coverage, params, tester }: PageProps) {
  if (tester.isInvalid) return <p className="p-3">No responses, because the name is not valid.</p>;
  if (!coverage) return <Loading />;

  const entries = listResponses(coverage);
  const selected = params.get('response');
  const chosen = entries.filter(({ operation, status }) => `${operation} ${status}` === selected);
  return (
    <div className="p-3">
      <div className="d-flex flex-wrap align-items-center gap-4 mb-3">
        <Share title="Responses sent" {...coverage.responses} />
        <p className="mb-0 me-auto text-body-secondary">
          {tester.name === ''
            ? 'To all testers, since the start or the last reset.'
            : `To ${tester.name}, in the requests that the journal keeps.`}
        </p>
        <a className="btn btn-outline-secondary" href={`/mock/coverage${tester.query}`}>
          coverage.json
        </a>
      </div>
      <CoverageMatrix entries={entries} data={data} params={params} />
      <ul className="legend list-unstyled small text-body-secondary">
        {Object.entries(legend).map(([kind, text]) => (
          <li key={kind}>
            <i className={`bg-${kind}-subtle`} /> {text}
          </li>
        ))}
      </ul>
      {chosen.length > 0 && <ResponseDetails entries={chosen} data={data} params={params} />}
    </div>
  );
}

function listResponses({ rows, undeclared }: Coverage): ResponseCount[] {
  const others = undeclared.map(({ isScenario, ...row }): ResponseCount => {
    return { ...row, undeclared: isScenario ? 'by a scenario' : 'by mistake' };
  });
  return [...rows, ...others];
}

function Share({ title, declared, exercised }: Coverage['responses'] & { title: string }) {
  return (
    <div>
      <span className="text-body-secondary">{title}</span>
      <b className="d-block fs-5 mt-1">
        {exercised} of {declared}
      </b>
      <progress aria-label={title} max={declared} value={exercised} />
    </div>
  );
}

/** The media types of a response, with links to the requests and scenarios. */
function ResponseDetails({ entries, data, params }: EntriesProps) {
  const [{ operation, status } = { operation: '', status: '' }] = entries;
  const statusFilter = { status: status.toLowerCase() };
  return (
    <section
      className="d-flex flex-wrap align-items-center gap-2 border rounded p-3"
      aria-labelledby="response-heading"
    >
      <h3 id="response-heading" className="w-100 fs-6 fw-bold mb-0">
        {operation} {status}
      </h3>
      <ul className="list-unstyled mb-0 me-auto">
        {entries.map(({ mediaType = 'no body', count, undeclared }) => (
          <li key={`${mediaType} ${undeclared}`}>
            <code>{mediaType}</code> {count === 0 ? 'never' : `${count}×`}
          </li>
        ))}
      </ul>
      <Link
        className="btn btn-outline-secondary"
        to={params.viewHref('requests', { operation, ...statusFilter })}
      >
        Requests with this response
      </Link>
      {data.groups && (
        <Link to={params.viewHref('scenarios', statusFilter)}>Scenarios with {status}</Link>
      )}
    </section>
  );
}

/** How often each operation responded with each status. */
function CoverageMatrix({ entries, data, params }: EntriesProps) {
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
          const declared = own.filter(({ undeclared }) => undeclared === undefined);
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
function summarize(entries: readonly ResponseCount[]) {
  if (entries.length === 0) return { kind: 'secondary' };
  const count = entries.reduce((sum, entry) => sum + entry.count, 0);
  const text = count === 0 ? never : `${count}×`;
  if (entries.some(({ undeclared }) => undeclared === 'by mistake')) {
    return { kind: 'danger', text, note: '■ undeclared' };
  }
  if (entries.some(({ undeclared }) => undeclared))
    return { kind: 'primary', text, note: 'scenario' };
  return { kind: count === 0 ? 'body' : 'success', text };
}
