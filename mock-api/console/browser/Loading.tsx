/** The text of a page that is loading or has failed to load. */
export function Loading({ error }: { error?: Error | undefined }) {
  return <p className="p-3">{error ? `Error: ${error.message}` : 'Loading …'}</p>;
}
