import { Link } from 'react-router-dom';
import { CountBadge } from '../CountBadge.tsx';
import { FilterBar } from '../filter/FilterBar.tsx';
import type { PageProps } from '../pageProps.ts';
import { ScenarioTable } from './ScenarioTable.tsx';
import { scenarioFilter } from './scenarioFilter.ts';

/** The scenarios by group, or those that meet the filters. */
export function ScenariosPage({ data, params, tester }: PageProps) {
  const all = (data.groups ?? []).flatMap((group) =>
    group.scenarios.map((scenario) => ({ ...scenario, group })),
  );
  const [first] = all;
  if (!first) {
    return (
      <p className="p-3">
        This contract has no scenarios. Add some to a data file, and start the mock with{' '}
        <code>--data FILE</code>.
      </p>
    );
  }
  const { filters } = params;
  const shown = scenarioFilter.select(all, filters);
  const groups = Map.groupBy(shown, ({ group }) => group);
  return (
    <>
      <div className="toolbar">
        <FilterBar view="scenarios" filter={scenarioFilter} params={params} items={all} />
        <output>
          {shown.length === all.length ? all.length : `${shown.length} of ${all.length}`}
        </output>
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
              aria-current={filters.group === title ? 'true' : undefined}
            >
              {title} <CountBadge>{scenarios.length}</CountBadge>
            </Link>
          ))}
        </nav>
        <div>
          {shown.length === 0 && (
            <p className="text-center p-5">
              No scenario meets the filters.{' '}
              <Link to={params.viewHref('scenarios')}>Remove the filters</Link>
            </p>
          )}
          {[...groups].map(([group, scenarios]) => (
            <ScenarioTable
              key={group.title}
              group={group}
              scenarios={scenarios}
              data={data}
              tester={tester}
            />
          ))}
          <p className="text-body-secondary">
            Your name is added to every value after a dot and separates you from other testers:
            requests with <code>{first.name}.anna</code> are counted and recorded for Anna only.
          </p>
        </div>
      </div>
    </>
  );
}
