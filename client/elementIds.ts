/** Ids of elements in the document that the client script and `loader.ts` look up. */
export const elementIds = {
  root: 'root',
  settings: 'settings',
  loadError: 'load-error',
  /** The template with the feedback page as it looks once it has a brief. */
  loadedPage: 'loaded-page',
  /** The status for screen readers on the feedback page, before it has the brief and afterwards. */
  loadingStatus: 'loading-status',
  /** The notice below the heading of the feedback page until it has the brief. */
  loadingNotice: 'loading-notice',
  /** The sections that replace the notice when the page has the brief. */
  sections: 'sections',
  /** The text of the form that says what must be done before Submit works. */
  formHint: 'form-hint',
} as const;

/** Ids of elements that get the focus, and that only the client script looks up. */
export const contactHeadingId = 'contact-heading';
export const keptTextsId = 'kept-texts';

/**
 * Finds the first element that matches a selector.
 * @throws if there is none
 */
export function findElement<Found extends HTMLElement>(
  selector: string,
  parent: ParentNode = document,
): Found {
  const element = parent.querySelector<Found>(selector);
  if (!element) throw new Error(`The document has no element "${selector}"`);

  return element;
}
