import { useSearchParams } from 'react-router-dom';

/** The parameters of the console's URL, so that every state of it has a link. `text` is the filter. */
type ParamName = 'view' | 'name' | 'text' | 'entry' | 'tab';

/** Parameters to set. An empty value removes one. */
type ParamChange = Readonly<Partial<Record<ParamName, string>>>;

export type ConsoleParams = ReturnType<typeof useConsoleParams>;

/** Reads and changes the parameters of the URL. */
export function useConsoleParams() {
  const [params, setParams] = useSearchParams();
  const current = Object.fromEntries(params);

  return {
    /** Empty if there is none. */
    get: (name: ParamName) => params.get(name) ?? '',
    /** The link to the console with a change. */
    href: (change: ParamChange) => `?${encode({ ...current, ...change })}`,
    /** The link to a view, with the tester's name and without a filter. */
    viewHref: (view: string) => `?${encode({ view, name: current.name ?? '' })}`,
    /** Goes to the URL with a change, without an entry in the browser's history. */
    replace: (change: ParamChange) =>
      setParams(encode({ ...current, ...change }), { replace: true }),
  };
}

function encode(values: ParamChange): URLSearchParams {
  return new URLSearchParams(Object.entries(values).filter(([, value]) => value));
}
