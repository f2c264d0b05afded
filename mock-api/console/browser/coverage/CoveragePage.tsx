import { Badge } from 'react-bootstrap';
import { Link } from 'react-router-dom';
import useSWR from 'swr';
import type { Coverage } from '../../../journal/coverage.ts';
import { fetchJson } from '../fetchDocument.ts';
import { Loading } from '../Loading.tsx';
import type { PageProps } from '../pageProps.ts';
import { type CoverageEntry, CoverageMatrix } from './CoverageMatrix.tsx';

/** The coverage of the tester, or that of all without a name. */
export function CoveragePage({ data, state, params, tester }: PageProps) {
  const ownUrl = tester.name === '' ? null : `/mock/coverage${tester.query}`;
  const { data: own, error } = useSWR<Coverage, Error>(ownUrl, fetchJson, {
    refreshInterval: 1000,
  });
  const coverage = ownUrl === null ? state.coverage : own;
  if (!coverage) return <Loading error={error} />;

  const { responses, examples, rows, undeclared } = coverage;
  const entries: CoverageEntry[] = [...rows, ...undeclared];
  const selected = params.get('response');
  const chosen = entries.filter(({ operation, status }) => `${operation} ${status}` === selected);
  const { operation, status = '' } = chosen[0] ?? {};
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
        <a className="btn btn-outline-secondary" href={ownUrl ?? '/mock/coverage'}>
          coverage.json
        </a>
      </div>
      <CoverageMatrix
        entries={entries}
        operations={data.operations}
        selected={selected}
        linkTo={(response) => params.href({ response })}
      />
      <ul className="legend list-unstyled small text-body-secondary">
        <li className="bg-success-subtle">Sent, with every example</li>
        <li className="bg-warning-subtle">Sent, an example is missing</li>
        <li className="never">Never sent</li>
        <li className="bg-secondary-subtle">Not in the contract</li>
        <li className="bg-primary-subtle">Sent by a scenario, not in the contract</li>
        <li className="bg-danger-subtle">■ Sent, not in the contract</li>
      </ul>
      {operation !== undefined && (
        <section
          className="d-flex flex-wrap align-items-center gap-2 border rounded p-3"
          aria-labelledby="response-heading"
        >
          <h3 id="response-heading" className="w-100 fs-6 fw-bold mb-0">
            {selected}
          </h3>
          <ul className="list-unstyled mb-0 me-auto">
            {chosen.map((entry) => (
              <ResponseItem key={`${entry.mediaType} ${entry.isScenario}`} {...entry} />
            ))}
          </ul>
          <Link
            className="btn btn-outline-secondary"
            to={params.viewHref('requests', { operation, status: status.toLowerCase() })}
          >
            Requests with this response
          </Link>
          {data.groups && (
            <Link to={params.viewHref('scenarios', { status: status.toLowerCase() })}>
              Scenarios with {status}
            </Link>
          )}
        </section>
      )}
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

function ResponseItem({ mediaType, count, examples, isScenario }: CoverageEntry) {
  return (
    <li>
      <code>{mediaType ?? 'no body'}</code> {describeCount(count)}
      {!examples && `, not in the contract${isScenario ? ', by a scenario' : ''}`}{' '}
      {examples?.map((example) => {
        const colour = example.count > 0 ? 'success' : 'warning';
        return (
          <span key={example.name}>
            <Badge bg={`${colour}-subtle`} text={`${colour}-emphasis`}>
              {example.name} {describeCount(example.count)}
            </Badge>{' '}
          </span>
        );
      })}
    </li>
  );
}

function describeCount(count: number): string {
  return count === 0 ? 'never' : `${count}×`;
}
