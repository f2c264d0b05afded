import { Link } from 'react-router-dom';
import { FilterBar } from '../filter/FilterBar.tsx';
import { LabelBadge } from '../LabelBadge.tsx';
import type { PageProps } from '../pageProps.ts';
import { ScenarioTable } from './ScenarioTable.tsx';
import { scenarioFilter } from './scenarioFilter.ts';

/** The scenarios by group, or those that meet the filters. */
export function ScenariosPage({ data, params, tester }: PageProps) {
  const all = (data.groups ?? []).flatMap((group) =>
    group.scenarios.map((scenario) => ({ ...scenario, group })),
  );
  const shown = scenarioFilter.select(all, params.filters);
  return (
    <>
      <div className="toolbar">
        <FilterBar view="scenarios" filter={scenarioFilter} params={params} items={all} />
        <output>{`${shown.length} of ${all.length}`}</output>
        <a className="btn btn-outline-secondary" href={`/mock/scenarios.yaml${tester.query}`}>
          scenarios.yaml
        </a>
      </div>
      <div className="columns px-3">
        <nav aria-label="Groups of scenarios">
          {data.groups?.map(({ title, scenarios }) => (
            <Link
              key={title}
              to={params.href({ view: 'scenarios', group: title })}
              aria-current={params.filters.group === title ? 'true' : undefined}
            >
              {title} <LabelBadge>{scenarios.length}</LabelBadge>
            </Link>
          ))}
        </nav>
        <div>
          {shown.length === 0 && (
            <p className="text-center p-5">
              {all.length === 0
                ? 'There are no scenarios. Add some to a data file, and start the mock with --data FILE.'
                : 'No scenario meets the filters.'}{' '}
              {all.length > 0 && <Link to={params.viewHref('scenarios')}>Remove the filters</Link>}
            </p>
          )}
          {[...Map.groupBy(shown, ({ group }) => group)].map(([group, scenarios]) => (
            <ScenarioTable key={group.title} group={group} scenarios={scenarios} />
          ))}
        </div>
      </div>
    </>
  );
}
