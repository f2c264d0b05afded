import type { ComponentType } from 'react';
import useSWR from 'swr';
import type { ConsoleData, RequestsData } from '../consoleData.ts';
import { AppHeader } from './AppHeader.tsx';
import { fetchJson } from './fetchJson.ts';
import { getTester, type Tester } from './getTester.ts';
import { Loading } from './Loading.tsx';
import { Problems } from './Problems.tsx';
import type { PageProps } from './pageProps.ts';
import { RequestsPage } from './requests/RequestsPage.tsx';
import { ScenariosPage } from './scenarios/ScenariosPage.tsx';
import { type ConsoleParams, useConsoleParams } from './useConsoleParams.ts';
import { type RequestsQuery, useConsoleState } from './useConsoleState.ts';
import { allViews, titles, type View } from './views.ts';

const pages: Readonly<Record<View, ComponentType<PageProps>>> = {
  scenarios: ScenariosPage,
  requests: RequestsPage,
};

export function App() {
  const params = useConsoleParams();
  const tester = getTester(params);

  const dataUrl = `/mock/console.json${tester.name && tester.query}`;
  const options = { keepPreviousData: true };
  const { data, error } = useSWR<ConsoleData, Error>(dataUrl, fetchJson, options);

  // An observer has no scenarios.
  const views = allViews.filter((one) => one !== 'scenarios' || data?.groups);
  const view = views.find((one) => one === params.get('view')) ?? views[0] ?? 'requests';
  const state = useConsoleState(createQuery(view, params, tester));

  if (!data) return <Loading error={error} />;

  const requests = state.requests && selectOwn(state.requests, tester);
  const props: PageProps = { data, requests, params, tester };
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

/**
 * Creates the query for the requests. The filter in the URL is left out in the other view, where it selects scenarios.
 */
function createQuery(view: View, params: ConsoleParams, { name }: Tester): RequestsQuery {
  if (view !== 'requests') return withoutEmpty({ name });
  return withoutEmpty({ name, text: params.get('text').trim(), entry: params.get('entry') });
}

function withoutEmpty(query: RequestsQuery): RequestsQuery {
  return Object.fromEntries(Object.entries(query).filter(([, value]) => value !== ''));
}

/** Returns the requests of a tester: none if the name is invalid. */
function selectOwn(requests: RequestsData, { isInvalid }: Tester): RequestsData {
  return isInvalid ? { ...requests, rows: [], ids: [], total: 0 } : requests;
}
