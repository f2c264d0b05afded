import { useSearchParams } from 'react-router-dom';

/** The parameters of the console's URL, so that every state of it has a link. All others are filters. */
const ownParams = ['view', 'name', 'entry', 'tab', 'response'];

/** Parameters to set. An empty value removes one. */
export type ParamChange = Readonly<Record<string, string>>;

export type ConsoleParams = ReturnType<typeof useConsoleParams>;

/** Reads and changes the parameters of the URL. */
export function useConsoleParams() {
  const [params, setParams] = useSearchParams();

  function applyChange(change: ParamChange, base = params): URLSearchParams {
    const changed = Object.entries({ ...Object.fromEntries(base), ...change });
    return new URLSearchParams(changed.filter(([, value]) => value !== ''));
  }

  return {
    /** Empty if there is none. */
    get: (name: string) => params.get(name) ?? '',
    /** The filters by name. */
    filters: Object.fromEntries([...params].filter(([name]) => !ownParams.includes(name))),
    /** The link to the console with a change. */
    href: (change: ParamChange) => `?${applyChange(change)}`,
    /** The link to a view, with the tester's name and these filters alone. */
    viewHref(view: string, change: ParamChange = {}) {
      const name = params.get('name') ?? '';
      return `?${applyChange({ view, name, ...change }, new URLSearchParams())}`;
    },
    /** Goes to the URL with a change, without an entry in the browser's history. */
    replace: (change: ParamChange) => setParams(applyChange(change), { replace: true }),
  };
}
