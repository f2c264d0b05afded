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
import { allViews, titles, type View } from './views.ts';

const pages: Readonly<Record<View, ComponentType<PageProps>>> = {
  scenarios: ScenariosPage,
  requests: RequestsPage,
  coverage: CoveragePage,
};

export function App() {
  const state = useConsoleState();
  const params = useConsoleParams();
  const tester = getTester(params);

  const dataUrl = `/mock/console.json${tester.name && tester.query}`;
  const options = { keepPreviousData: true };
  const { data, error } = useSWR<ConsoleData, Error>(dataUrl, fetchJson, options);

  const coverageUrl = tester.isInvalid ? null : `/mock/coverage${tester.query}`;
  const coverageOptions = { keepPreviousData: !tester.isInvalid };
  const { data: coverage } = useSWR<Coverage>(coverageUrl, fetchJson, coverageOptions);

  if (!data) return <Loading error={error} />;

  const entries = state.entries?.filter(({ name }) => tester.text === '' || name === tester.text);
  const props: PageProps = { data, coverage, entries, state, params, tester };

  // An observer has no scenarios.
  const views = allViews.filter((one) => one !== 'scenarios' || data.groups);
  const view = views.find((one) => one === params.get('view')) ?? views[0] ?? 'requests';
  const Page = pages[view];

  return (
    <>
      <title>{`${titles[view]} – ${data.name}`}</title>
      <AppHeader {...props} views={views} current={view} />
      <main>
        <Problems state={state} />
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
