import { useId } from 'react';
import { Table } from 'react-bootstrap';
import { Link } from 'react-router-dom';
import type { ListedScenario, ScenarioGroup } from '../../consoleData.ts';
import { FilterBar } from '../filter/FilterBar.tsx';
import { LabelBadge } from '../LabelBadge.tsx';
import type { PageProps } from '../pageProps.ts';
import { Status } from '../Status.tsx';
import { ToolbarMenu } from '../ToolbarMenu.tsx';
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
        <FilterBar filter={scenarioFilter} params={params} items={all} />
        <output>{`${shown.length} of ${all.length}`}</output>
        <ToolbarMenu>
          <a className="btn btn-outline-secondary" href={`/mock/scenarios.yaml${tester.query}`}>
            scenarios.yaml
          </a>
        </ToolbarMenu>
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
            <ScenarioTable
              key={group.title}
              group={group}
              scenarios={scenarios}
              hasLinks={!tester.isInvalid}
            />
          ))}
        </div>
      </div>
    </>
  );
}

interface ScenarioTableProps {
  group: ScenarioGroup;
  /** Those of the group that are shown. */
  scenarios: readonly ListedScenario[];
  /** Whether the pages can be opened: a name that is not valid is none of their URLs. */
  hasLinks: boolean;
}

function ScenarioTable({ group, scenarios, hasLinks }: ScenarioTableProps) {
  const id = useId();
  return (
    <section className="mb-4" aria-labelledby={id}>
      <div className="group-heading">
        <h3 id={id} className="fs-6 fw-bold mb-0">
          {group.title}
        </h3>
        <span className="text-body-secondary">{group.usage}</span>
      </div>
      <Table className="scenario-table align-middle">
        <thead>
          <tr>
            <th scope="col">Value</th>
            <th scope="col">Mock responds</th>
            <th scope="col">Page shows</th>
            <th scope="col">
              <span className="visually-hidden">Action</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {scenarios.map(({ name, description, status, response, badges, text, pageUrl }) => (
            <tr key={name}>
              <th scope="row" className="font-monospace">
                {name}
              </th>
              <td title={description}>
                {status && <Status>{status}</Status>} {response}{' '}
                <span className={status && 'visually-hidden'}>{description}</span>
              </td>
              <td title={text}>
                {badges?.map(({ kind, text: label }) => (
                  <LabelBadge key={label} kind={kind}>
                    {label}
                  </LabelBadge>
                ))}{' '}
                <span className="small text-body-secondary">{text}</span>
              </td>
              <td className="text-end">
                {hasLinks && pageUrl && (
                  <a href={pageUrl} target="_blank" rel="noopener">
                    Open<span className="visually-hidden"> {name}</span>
                  </a>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </Table>
    </section>
  );
}
