import { useRef } from 'react';
import { Form } from 'react-bootstrap';
import { Link } from 'react-router-dom';
import type { ScenarioGroup } from '../../consoleData.ts';
import { CountBadge } from '../CountBadge.tsx';
import type { PageProps } from '../pageProps.ts';
import { useShortcuts } from '../useShortcuts.ts';
import { ScenarioGroupSection } from './ScenarioGroupSection.tsx';

const allGroups = 'all';

/** One group of scenarios, or all groups with those that are searched for. */
export function ScenariosPage({ data, params, suffix }: PageProps) {
  const field = useRef<HTMLInputElement>(null);
  useShortcuts({ '/': () => field.current?.focus() });
  const [first] = data.groups ?? [];
  if (!first) {
    return (
      <p>
        This contract has no scenarios. Add some to a data file, and start the mock with{' '}
        <code>--data FILE</code>.
      </p>
    );
  }
  const search = params.get('search');
  const file = `/mock/scenarios.yaml${suffix.value && `?name=${suffix.value}`}`;
  const groups = filterScenarios(data.groups ?? [], search);
  const selected = params.get('group') || (search === '' ? first.title : allGroups);
  const shown = groups.filter(({ title }) => [title, allGroups].includes(selected));
  const total = groups.reduce((sum, { scenarios }) => sum + scenarios.length, 0);
  const links = [
    ...groups.map(({ title, scenarios }) => [title, title, scenarios.length] as const),
    [allGroups, 'All groups', total] as const,
  ];
  return (
    <>
      <Form.Control
        type="search"
        ref={field}
        aria-label="Search the scenarios"
        aria-keyshortcuts="/"
        value={search}
        onChange={({ target }) => params.replace({ search: target.value })}
        placeholder="Search all scenarios, e.g. 503 submission"
        autoComplete="off"
        spellCheck={false}
      />
      <div className="row">
        <nav className="col-lg-3 col-xl-2" aria-label="Groups of scenarios">
          <div className="nav nav-underline flex-lg-column">
            {links.map(([group, title, count]) => (
              <Link
                key={group}
                to={params.href({ group })}
                className={`nav-link px-lg-0 ${group === selected ? 'active' : ''}`}
                aria-current={group === selected ? 'true' : undefined}
              >
                {title} <CountBadge>{count}</CountBadge>
              </Link>
            ))}
          </div>
        </nav>
        <div className="col-lg-9 col-xl-10 mt-3">
          <p role="status" className="mb-0">
            {shown.length === 0 && 'No scenario here contains these words.'}
          </p>
          {shown.map((group) => (
            <ScenarioGroupSection key={group.title} group={group} data={data} suffix={suffix} />
          ))}
          <p className="text-body-secondary">
            Your suffix is added to every value after a dot and separates you from other testers:
            requests with <code>{first.scenarios[0]?.name}.anna</code> are counted and recorded for
            Anna only. All scenarios as data, to copy one and change it: <a href={file}>{file}</a>
          </p>
        </div>
      </div>
    </>
  );
}

/** The scenarios that contain all words, and the groups that have one. */
function filterScenarios(groups: readonly ScenarioGroup[], words: string): ScenarioGroup[] {
  const wanted = words.toLowerCase().split(/\s+/);
  return groups
    .map((group) => ({
      ...group,
      scenarios: group.scenarios.filter(({ name, description, expected }) => {
        const text = `${name} ${description} ${expected}`.toLowerCase();
        return wanted.every((word) => text.includes(word));
      }),
    }))
    .filter(({ scenarios }) => scenarios.length > 0);
}
