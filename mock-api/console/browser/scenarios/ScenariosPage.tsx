import { useRef } from 'react';
import { Form } from 'react-bootstrap';
import type { PageProps } from '../pageProps.ts';
import { useShortcuts } from '../useShortcuts.ts';
import { filterScenarios } from './filterScenarios.ts';
import { ScenarioGroups } from './ScenarioGroups.tsx';

export function ScenariosPage(props: PageProps) {
  const [example] = props.data.groups?.[0]?.scenarios ?? [];
  if (example) return <SearchableScenarios {...props} exampleName={example.name} />;
  return (
    <p>
      This contract has no scenarios. Add some to a data file, and start the mock with{' '}
      <code>--data FILE</code>.
    </p>
  );
}

function SearchableScenarios({
  data,
  params,
  suffix,
  exampleName,
}: PageProps & { exampleName: string }) {
  const search = useRef<HTMLInputElement>(null);
  useShortcuts({ '/': () => search.current?.focus() });
  const groups = filterScenarios(data.groups ?? [], params.get('search'));
  return (
    <>
      <p className="text-body-secondary">
        Your suffix is added to every value after a dot and separates you from other testers:
        requests with <code>{exampleName}.anna</code> are counted and recorded for Anna only. All
        scenarios as data, to copy one and change it:{' '}
        <a href="/mock/scenarios.yaml">/mock/scenarios.yaml</a>
      </p>
      <Form.Group controlId="scenario-search" className="mb-3">
        <Form.Label>Search the scenarios</Form.Label>
        <Form.Control
          type="search"
          ref={search}
          aria-keyshortcuts="/"
          value={params.get('search')}
          onChange={({ target }) => params.replace({ search: target.value })}
          placeholder="e.g. 503 submission"
          autoComplete="off"
          spellCheck={false}
        />
      </Form.Group>
      <p role="status" className="visually-hidden">
        {groups.length === 0 && 'No scenario contains these words.'}
      </p>
      <ScenarioGroups groups={groups} data={data} suffix={suffix} />
    </>
  );
}
