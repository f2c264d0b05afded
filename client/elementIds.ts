/** Ids of the document's elements that the script and the loader look up. */
export const elementIds = { root: 'root', settings: 'settings', loadError: 'load-error' } as const;
