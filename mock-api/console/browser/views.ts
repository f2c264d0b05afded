import type { PageProps } from './pageProps.ts';
import { entriesOf } from './tester.ts';

export type View = 'scenarios' | 'requests' | 'coverage' | 'contract';

interface ViewLink {
  view: View;
  title: string;
  count?: number | string | undefined;
}

/** The views, with what each contains for the tester. */
export function views({ data: { groups }, state, tester }: PageProps): ViewLink[] {
  const entries = state.entries && entriesOf(tester.name, state.entries);
  const scenarios = groups?.flatMap((group) => group.scenarios);
  // That of all testers.
  const { exercised, declared } = (tester.name === '' && state.coverage?.responses) || {};
  const links: ViewLink[] = [
    { view: 'requests', title: 'Requests', count: entries?.length },
    { view: 'coverage', title: 'Coverage', count: declared && `${exercised}/${declared}` },
    { view: 'contract', title: 'Contract' },
  ];
  if (!scenarios) return links;
  return [{ view: 'scenarios', title: 'Scenarios', count: scenarios.length }, ...links];
}

/** The view of the URL. A link with a filter or an entry leads to the requests. */
export function selectView(props: PageProps): View {
  const links = views(props);
  const named = links.find(({ view }) => view === props.params.get('view'));
  if (named) return named.view;
  const isForRequests = props.params.has('entry') || Object.keys(props.params.filters).length > 0;
  return isForRequests ? 'requests' : (links[0]?.view ?? 'requests');
}
