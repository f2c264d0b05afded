import { Link } from 'react-router-dom';
import { LabelBadge } from '../LabelBadge.tsx';
import { Loading } from '../Loading.tsx';
import type { PageProps } from '../pageProps.ts';
import { type CoverageEntry, CoverageMatrix } from './CoverageMatrix.tsx';

/** Which responses of the contract were sent. */
export function CoveragePage({ data, coverage, params, tester }: PageProps) {
  if (!coverage) return <Loading error={undefined} />;

  const { responses, examples, rows, undeclared } = coverage;
  const entries: CoverageEntry[] = [...rows, ...undeclared];
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
        <li className="bg-success-subtle">Sent, with every example</li>
        <li className="bg-warning-subtle">Sent, an example is missing</li>
        <li className="never">Never sent</li>
        <li className="bg-secondary-subtle">Not in the contract</li>
        <li className="bg-primary-subtle">Sent by a scenario, not in the contract</li>
        <li className="bg-danger-subtle">■ Sent, not in the contract</li>
      </ul>
      {chosen.length > 0 && <ResponseDetails entries={chosen} data={data} params={params} />}
    </div>
  );
}

interface ShareProps {
  title: string;
  declared: number;
  exercised: number;
}

function Share({ title, declared, exercised }: ShareProps) {
  return (
    <div>
      <span className="text-body-secondary">{title}</span>
      <b className="d-block fs-5">
        {exercised} of {declared}
      </b>
      <progress aria-label={title} max={declared} value={exercised} />
    </div>
  );
}

interface ResponseDetailsProps extends Pick<PageProps, 'data' | 'params'> {
  /** One for each media type. */
  entries: readonly CoverageEntry[];
}

/** The examples of a response, with links to the requests and scenarios. */
function ResponseDetails({ entries, data, params }: ResponseDetailsProps) {
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
            {!examples && `, not in the contract${isScenario ? ', by a scenario' : ''}`}
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
