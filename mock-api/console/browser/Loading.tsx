/** What a page shows until its data have arrived, or why they have not. */
export function Loading({ error }: { error?: Error | undefined }) {
  return <p className="p-3">{error ? `Error: ${error.message}` : 'Loading …'}</p>;
}
