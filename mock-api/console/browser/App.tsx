import type { ComponentType } from 'react';
import { Alert } from 'react-bootstrap';
import useSWR from 'swr';
import type { Coverage } from '../../journal/coverage.ts';
import type { ConsoleData } from '../consoleData.ts';
import { AppHeader } from './AppHeader.tsx';
import { ContractPage } from './contract/ContractPage.tsx';
import { CoveragePage } from './coverage/CoveragePage.tsx';
import { fetchJson } from './fetchDocument.ts';
import { Loading } from './Loading.tsx';
import type { PageProps } from './pageProps.ts';
import { RequestsPage } from './requests/RequestsPage.tsx';
import { ScenariosPage } from './scenarios/ScenariosPage.tsx';
import { getTester } from './tester.ts';
import { useConsoleParams } from './useConsoleParams.ts';
import { type MockState, useMockState } from './useMockState.ts';
import { ShortcutSwitch } from './useShortcuts.tsx';
import { type View, views } from './views.ts';

const pages: Readonly<Record<View, ComponentType<PageProps>>> = {
  scenarios: ScenariosPage,
  requests: RequestsPage,
  coverage: CoveragePage,
  contract: ContractPage,
};

export function App() {
  const state = useMockState();
  const params = useConsoleParams();
  const tester = getTester(params);
  const options = { keepPreviousData: true };
  const { data, error } = useSWR<ConsoleData, Error>(
    `/mock/console.json${tester.query}`,
    fetchJson,
    options,
  );
  const { data: coverage } = useSWR<Coverage>(`/mock/coverage${tester.query}`, fetchJson, options);

  if (!data) return <Loading error={error} />;

  const entries = state.entries?.filter(({ name }) => tester.name === '' || name === tester.name);
  const props: PageProps = { data, coverage, entries, state, params, tester };
  const ids = (Object.keys(views) as View[]).filter((id) => id !== 'scenarios' || data.groups);
  // A link with a filter or an entry leads to the requests.
  const isForRequests = params.get('entry') !== '' || Object.keys(params.filters).length > 0;
  const first = isForRequests || !data.groups ? 'requests' : 'scenarios';
  const view = ids.find((id) => id === params.get('view')) ?? first;
  const Page = pages[view];
  return (
    <>
      <title>{`${views[view]} – ${data.name}`}</title>
      <AppHeader {...props} ids={ids} current={view} />
      <main>
        <Banners {...state} />
        <section key={view} className={view} aria-labelledby="view-heading">
          <h2 id="view-heading" className="visually-hidden">
            {views[view]}
          </h2>
          <Page {...props} />
        </section>
      </main>
      <footer className="app-bar border-top py-1 small justify-content-between">
        <ShortcutSwitch />
        <p className="mb-0 text-body-secondary">{data.description}</p>
      </footer>
    </>
  );
}

/** The live region exists from the start, so that what appears in it is announced. */
function Banners({ isLost, problems }: MockState) {
  return (
    <div role="alert" aria-label="Problems">
      {isLost && (
        <Alert variant="danger" className="m-3 mb-0">
          The connection to the mock was lost. What is shown may be out of date. Reconnecting …
        </Alert>
      )}
      {problems.length > 0 && (
        <Alert variant="warning" className="m-3 mb-0">
          A changed file is invalid. The previous version stays in use.
          <ul className="mb-0">
            {problems.map((problem) => (
              <li key={problem}>{problem}</li>
            ))}
          </ul>
        </Alert>
      )}
    </div>
  );
}
