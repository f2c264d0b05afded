import { Table } from 'react-bootstrap';
import { Link } from 'react-router-dom';
import type { Coverage, CoverageRow } from '../../../journal/coverage.ts';
import { LabelBadge } from '../LabelBadge.tsx';
import { Loading } from '../Loading.tsx';
import type { PageProps } from '../pageProps.ts';

/** The examples are undefined for a response that the contract does not declare. */
type ResponseCount = Coverage['undeclared'][number] & Partial<CoverageRow>;

interface EntriesProps extends Pick<PageProps, 'data' | 'params'> {
  entries: readonly ResponseCount[];
}

/** By the kind of a cell. */
const legend = {
  success: 'Sent, with every example',
  warning: 'Sent, an example is missing',
  body: 'Never sent',
  secondary: 'Not in the contract',
  primary: 'Sent by a scenario, not in the contract',
  danger: '■ Sent, not in the contract',
};

/** Which responses of the contract were sent. */
export function CoveragePage({ data, coverage, params, tester }: PageProps) {
  if (!coverage) return <Loading />;

  const { responses, examples, rows, undeclared } = coverage;
  const entries: ResponseCount[] = [...rows, ...undeclared];
  const selected = params.get('response');
  const chosen = entries.filter(({ operation, status }) => `${operation} ${status}` === selected);
  return (
    <div className="p-3">
      <div className="d-flex flex-wrap align-items-center gap-4 mb-3">
        <Share title="Responses sent" {...responses} />
        <Share title="Named examples" {...examples} />
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

/** The examples of a response, with links to the requests and scenarios. */
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
        {entries.map(({ mediaType = 'no body', count, examples, isScenario }) => (
          <li
            key={`${mediaType} ${isScenario}`}
            className="d-flex flex-wrap align-items-baseline gap-2"
          >
            <code>{mediaType}</code> {describeCount(count)}
            {examples?.map((example) => (
              <LabelBadge key={example.name} kind={example.count > 0 ? 'success' : 'warning'}>
                {example.name} {describeCount(example.count)}
              </LabelBadge>
            ))}
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

function describeCount(count: number): string {
  return count === 0 ? 'never' : `${count}×`;
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
function summarize(entries: readonly ResponseCount[]) {
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
