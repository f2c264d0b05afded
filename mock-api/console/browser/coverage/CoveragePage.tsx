import { Badge } from 'react-bootstrap';
import { Link } from 'react-router-dom';
import useSWR from 'swr';
import type { Coverage } from '../../../journal/coverage.ts';
import { fetchJson } from '../fetchDocument.ts';
import type { PageProps } from '../pageProps.ts';
import { type CoverageEntry, CoverageMatrix } from './CoverageMatrix.tsx';

/** The coverage of the tester, or that of all without a suffix. */
export function CoveragePage({ data, state, params, suffix }: PageProps) {
  const ownUrl = suffix.value === '' ? null : `/mock/coverage?name=${suffix.value}`;
  const { data: own } = useSWR<Coverage>(ownUrl, fetchJson, { refreshInterval: 1000 });
  const coverage = ownUrl === null ? state.coverage : own;
  if (!coverage) return <p>Loading …</p>;

  const { responses, examples, rows, undeclared } = coverage;
  const entries: CoverageEntry[] = [...rows, ...undeclared];
  const selected = params.get('response');
  const chosen = entries.filter(({ operation, status }) => `${operation} ${status}` === selected);
  const { operation, status = '' } = chosen[0] ?? {};
  return (
    <>
      <p>
        {responses.exercised} of {responses.declared} declared responses and {examples.exercised} of{' '}
        {examples.declared} named examples have been sent{' '}
        {suffix.value === ''
          ? 'to all testers since the start or the last reset'
          : `to ${suffix.value} in the requests that the journal keeps`}
        . As JSON: <a href={ownUrl ?? '/mock/coverage'}>coverage</a>
      </p>
      <CoverageMatrix
        entries={entries}
        selected={selected}
        linkTo={(response) => params.href({ response })}
      />
      <p className="text-body-secondary">
        3×, 1/2: sent, but with one of two examples. ■: sent, but not in the contract. Grey:
        neither.
      </p>
      {operation !== undefined && (
        <section className="border rounded p-3" aria-labelledby="response-heading">
          <h3 id="response-heading" className="h6 fw-bold">
            {selected}
          </h3>
          <ul className="list-unstyled my-2">
            {chosen.map((entry) => (
              <ResponseItem key={entry.mediaType ?? ''} {...entry} />
            ))}
          </ul>
          <Link to={params.href({ view: 'requests', operation, status: status.toLowerCase() })}>
            Requests with this response
          </Link>{' '}
          {data.groups && (
            <Link to={params.href({ view: 'scenarios', search: status, group: 'all' })}>
              Scenarios with {status}
            </Link>
          )}
        </section>
      )}
    </>
  );
}

function ResponseItem({ mediaType, count, examples }: CoverageEntry) {
  return (
    <li>
      <code>{mediaType ?? 'no body'}</code> {describeCount(count)}
      {!examples && ', not in the contract'}{' '}
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
