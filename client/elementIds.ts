/** Ids of the document's elements that the script and the loader look up. */
export const elementIds = {
  root: 'root',
  settings: 'settings',
  loadError: 'load-error',
  /** The template of the feedback page with a brief. */
  loadedPage: 'loaded-page',
  /** On the feedback page, before it has the brief and afterwards. */
  loadingStatus: 'loading-status',
  /** On the feedback page below them, until it has the brief. */
  loadingNotice: 'loading-notice',
  /** Instead of the notice, when it has the brief. */
  sections: 'sections',
  /** In the form, what must be done before Submit works. */
  formHint: 'form-hint',
} as const;

/** @throws if there is no such element */
export function findElement<Found extends HTMLElement>(
  selector: string,
  parent: ParentNode = document,
): Found {
  const element = parent.querySelector<Found>(selector);
  if (!element) throw new Error(`The document has no element "${selector}"`);
  return element;
}
