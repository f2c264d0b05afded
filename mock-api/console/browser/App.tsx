import type { ComponentType } from 'react';
import useSWR from 'swr';
import type { Coverage } from '../../journal/coverage.ts';
import type { ConsoleData } from '../consoleData.ts';
import { AppHeader } from './AppHeader.tsx';
import { CoveragePage } from './coverage/CoveragePage.tsx';
import { fetchJson } from './fetchJson.ts';
import { Loading } from './Loading.tsx';
import { Problems } from './Problems.tsx';
import type { PageProps } from './pageProps.ts';
import { RequestsPage } from './requests/RequestsPage.tsx';
import { ScenariosPage } from './scenarios/ScenariosPage.tsx';
import { getTester } from './tester.ts';
import { useConsoleParams } from './useConsoleParams.ts';
import { useConsoleState } from './useConsoleState.ts';
import { titles, type View, views } from './views.ts';

const pages: Readonly<Record<View, ComponentType<PageProps>>> = {
  scenarios: ScenariosPage,
  requests: RequestsPage,
  coverage: CoveragePage,
};

export function App() {
  const state = useConsoleState();
  const params = useConsoleParams();
  const tester = getTester(params);
  const options = { keepPreviousData: true };
  const { data, error } = useSWR<ConsoleData, Error>(
    `/mock/console.json${tester.name && tester.query}`,
    fetchJson,
    options,
  );
  const coverageUrl = tester.isInvalid ? null : `/mock/coverage${tester.query}`;
  const { data: coverage } = useSWR<Coverage>(coverageUrl, fetchJson, options);

  if (!data) return <Loading error={error} />;

  const entries = state.entries?.filter(({ name }) => tester.text === '' || name === tester.text);
  const props: PageProps = { data, coverage, entries, state, params, tester };
  const first = data.groups ? 'scenarios' : 'requests';
  const view = views.find((one) => one === params.get('view')) ?? first;
  const Page = pages[view];
  return (
    <>
      <title>{`${titles[view]} – ${data.name}`}</title>
      <AppHeader {...props} current={view} />
      <main>
        <Problems state={state} warnings={data.warnings} />
        <section key={view} className={view} aria-labelledby="view-heading">
          <h2 id="view-heading" className="visually-hidden">
            {titles[view]}
          </h2>
          <Page {...props} />
        </section>
      </main>
    </>
  );
}
