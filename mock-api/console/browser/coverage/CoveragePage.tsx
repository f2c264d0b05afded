import useSWR from 'swr';
import type { Coverage } from '../../../journal/coverage.ts';
import { fetchJson } from '../fetchDocument.ts';
import type { PageProps } from '../pageProps.ts';
import { type CoverageEntry, CoverageTable } from './CoverageTable.tsx';
import { sortCoverage } from './coverageRows.ts';

const refreshInterval = 1000;

export function CoveragePage({ state: { coverage }, params, suffix }: PageProps) {
  const ownUrl = suffix.value === '' ? null : `/mock/coverage?suffix=${suffix.value}`;
  const { data: own } = useSWR<Coverage>(ownUrl, fetchJson, { refreshInterval });
  if (!coverage) return <p>Loading …</p>;

  const { responses, examples, rows, withoutExample, undeclared } = coverage;
  const tableProps = {
    suffix: suffix.value,
    countOwn: ({ operation, status, mediaType }: CoverageEntry) =>
      [...(own?.rows ?? []), ...(own?.undeclared ?? [])].find(
        (row) =>
          row.operation === operation && row.status === status && row.mediaType === mediaType,
      )?.count ?? 0,
    linkTo: ({ operation, status }: CoverageEntry) =>
      params.href({ view: 'requests', operation, status: status.toLowerCase() }),
  };
  return (
    <>
      <p>
        {responses.exercised} of {responses.declared} declared responses and {examples.exercised} of{' '}
        {examples.declared} named examples have been sent since the start or the last reset, by all
        testers. As JSON: <a href="/mock/coverage">/mock/coverage</a>
      </p>
      {suffix.value !== '' && <p>The column “{suffix.value}” counts those to this suffix.</p>}
      {withoutExample.length > 0 && (
        <p>
          Without an example in the contract, so generated from the schema:{' '}
          {withoutExample.join(', ')}.
        </p>
      )}
      <CoverageTable caption="Missing first" rows={sortCoverage(rows)} {...tableProps} />
      {undeclared.length > 0 && (
        <CoverageTable caption="Not in the contract" rows={undeclared} {...tableProps} />
      )}
    </>
  );
}
