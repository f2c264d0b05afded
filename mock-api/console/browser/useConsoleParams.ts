import { useSearchParams } from 'react-router-dom';

/** The parameters of the console's URL, so that every state of it has a link. */
export type ConsoleParam =
  | 'view'
  | 'name'
  | 'search'
  | 'group'
  | 'text'
  | 'key'
  | 'scenario'
  | 'operation'
  | 'status'
  | 'violations'
  | 'entry'
  | 'tab'
  | 'response'
  | 'line';

/** Parameters to set. An empty value removes one. */
export type ParamChange = Partial<Record<ConsoleParam, string>>;

export type ConsoleParams = ReturnType<typeof useConsoleParams>;

/** Reads and changes the parameters of the URL. */
export function useConsoleParams() {
  const [params, setParams] = useSearchParams();

  function applyChange(change: ParamChange): URLSearchParams {
    const changed = new URLSearchParams(params);
    for (const [name, value] of Object.entries(change)) {
      if (value === '') changed.delete(name);
      else changed.set(name, value);
    }
    return changed;
  }

  return {
    /** Empty if there is none. */
    get: (name: ConsoleParam) => params.get(name) ?? '',
    has: (name: ConsoleParam) => params.has(name),
    /** The link to the console with a change. */
    href: (change: ParamChange) => `?${applyChange(change)}`,
    /** Goes to the URL with a change. */
    push: (change: ParamChange) => setParams(applyChange(change)),
    /** The same, without an entry in the browser's history. */
    replace: (change: ParamChange) => setParams(applyChange(change), { replace: true }),
  };
}
