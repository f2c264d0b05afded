import { useSearchParams } from 'react-router-dom';

/** The parameters of the console's URL, so that every state of it has a link. All others are filters. */
const ownParams = ['view', 'name', 'entry', 'tab', 'response', 'line'] as const;

export type OwnParam = (typeof ownParams)[number];

/** Parameters to set. An empty value removes one. */
export type ParamChange = Readonly<Record<string, string>>;

export type ConsoleParams = ReturnType<typeof useConsoleParams>;

/** Reads and changes the parameters of the URL. */
export function useConsoleParams() {
  const [params, setParams] = useSearchParams();
  const filters = [...params].filter(([name]) => !ownParams.some((own) => own === name));

  function applyChange(change: ParamChange, base = params): URLSearchParams {
    const changed = new URLSearchParams(base);
    for (const [name, value] of Object.entries(change)) {
      if (value === '') changed.delete(name);
      else changed.set(name, value);
    }
    return changed;
  }

  return {
    /** Empty if there is none. */
    get: (name: OwnParam) => params.get(name) ?? '',
    has: (name: OwnParam) => params.has(name),
    /** The filters by name. */
    filters: Object.fromEntries(filters) as Readonly<Record<string, string>>,
    /** The link to the console with a change. */
    href: (change: ParamChange) => `?${applyChange(change)}`,
    /** The link to a view, with the tester's name and these filters alone. */
    viewHref(view: string, change: ParamChange = {}) {
      const name = params.get('name') ?? '';
      return `?${applyChange({ view, name, ...change }, new URLSearchParams())}`;
    },
    /** Goes to the URL with a change. */
    push: (change: ParamChange) => setParams(applyChange(change)),
    /** The same, without an entry in the browser's history. */
    replace: (change: ParamChange) => setParams(applyChange(change), { replace: true }),
  };
}
