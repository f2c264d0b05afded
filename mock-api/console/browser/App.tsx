import type { ComponentType } from 'react';
import { Alert } from 'react-bootstrap';
import useSWR from 'swr';
import type { ConsoleData } from '../consoleData.ts';
import { AppHeader } from './AppHeader.tsx';
import { ContractPage } from './contract/ContractPage.tsx';
import { CoveragePage } from './coverage/CoveragePage.tsx';
import { fetchJson } from './fetchDocument.ts';
import { Loading } from './Loading.tsx';
import type { PageProps } from './pageProps.ts';
import { RequestsPage } from './requests/RequestsPage.tsx';
import { ShortcutSwitch } from './ShortcutSwitch.tsx';
import { ScenariosPage } from './scenarios/ScenariosPage.tsx';
import { getTester } from './tester.ts';
import { useConsoleParams } from './useConsoleParams.ts';
import { type MockState, useMockState } from './useMockState.ts';
import { selectView, type View, views } from './views.ts';

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
  const { data, error } = useSWR<ConsoleData, Error>(
    `/mock/console.json${tester.query}`,
    fetchJson,
    {
      keepPreviousData: true,
    },
  );

  if (!data) return <Loading error={error} />;

  const props: PageProps = { data, state, params, tester };
  const view = selectView(props);
  const Page = pages[view];
  const title = views(props).find((link) => link.view === view)?.title;
  return (
    <>
      <title>{`${title} – ${data.name}`}</title>
      <AppHeader {...props} view={view} />
      <main>
        <Banners {...state} />
        <section key={view} className={view} aria-labelledby="view-heading">
          <h2 id="view-heading" className="visually-hidden">
            {title}
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

/** The live regions exist from the start, so that what appears in them is announced. */
function Banners({ isLost, problems }: MockState) {
  return (
    <>
      <div role="alert" aria-label="Connection">
        {isLost && (
          <Alert variant="danger" className="m-3 mb-0">
            The connection to the mock was lost. What is shown may be out of date. Reconnecting …
          </Alert>
        )}
      </div>
      <div role="alert" aria-label="Problems">
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
    </>
  );
}
