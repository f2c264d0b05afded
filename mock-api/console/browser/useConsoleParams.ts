import { useSearchParams } from 'react-router-dom';

/** The parameters of the console's URL, which make every state of it a link. `text` is the filter. */
type ParamName = 'view' | 'name' | 'text' | 'entry' | 'tab';

/** Parameters to set. An empty value removes one. */
type ParamChange = Readonly<Partial<Record<ParamName, string>>>;

export type ConsoleParams = ReturnType<typeof useConsoleParams>;

/** Reads and changes the parameters of the URL. */
export function useConsoleParams() {
  const [params, setParams] = useSearchParams();
  const current = Object.fromEntries(params);

  return {
    /** Returns a parameter, or an empty text. */
    get: (name: ParamName) => params.get(name) ?? '',
    /** Returns the URL of the console with some parameters changed. */
    href: (change: ParamChange) => `?${encode({ ...current, ...change })}`,
    /** Returns the URL of a view, which keeps the tester's name and drops the filter. */
    viewHref: (view: string) => `?${encode({ view, name: current.name ?? '' })}`,
    /** Changes parameters without an entry in the browser's history. */
    replace: (change: ParamChange) =>
      setParams(encode({ ...current, ...change }), { replace: true }),
  };
}

function encode(values: ParamChange): URLSearchParams {
  return new URLSearchParams(Object.entries(values).filter(([, value]) => value));
}
