import type { PageProps } from '../pageProps.ts';
import { type CoverageEntry, CoverageTable } from './CoverageTable.tsx';
import { countOwn, sortCoverage } from './coverageRows.ts';

export function CoveragePage({ state: { coverage, entries = [] }, params, suffix }: PageProps) {
  if (!coverage) return <p>Loading …</p>;

  const { responses, examples, rows, withoutExample, undeclared } = coverage;
  const tableProps = {
    suffix: suffix.value,
    countOwn: (row: CoverageEntry) => countOwn(entries, suffix.value, row),
    linkTo: ({ operation, status }: CoverageEntry) =>
      params.href({ view: 'requests', operation, status: status.toLowerCase() }),
  };
  return (
    <section aria-labelledby="coverage-heading">
      <h2 id="coverage-heading" className="visually-hidden">
        Coverage
      </h2>
      <p>
        {responses.exercised} of {responses.declared} declared responses and {examples.exercised} of{' '}
        {examples.declared} named examples have been sent since the start or the last reset, by all
        testers. As JSON: <a href="/mock/coverage">/mock/coverage</a>
      </p>
      {suffix.value !== '' && (
        <p>The column “{suffix.value}” counts the requests of this suffix in the journal.</p>
      )}
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
    </section>
  );
}
