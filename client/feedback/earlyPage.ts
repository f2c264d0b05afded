import type { Brief, paths } from '#openapi';
import { abortAfter, requestTimeoutMs } from '../api/abortAfter.ts';
import type { EarlyRequest } from '../api/apiClient.ts';
import type { BriefNames } from '../api/feedbackApi.ts';
import { elementIds, findElement } from '../elementIds.ts';
import { type HelpUrls, helpUrls } from '../links.ts';
import { characterCount, stillLoading } from '../messages.ts';
import type { FeedbackParams } from '../routes.ts';
import type { Settings } from '../settings.ts';
import {
  emptyFields,
  fieldId,
  fillForm,
  findFields,
  findHint,
  formFields,
  isEmpty,
  mapFields,
  readForm,
  storageKey,
} from './messageFields.ts';
import type { MessageState } from './messageState.ts';

/**
 * The state of the page that `loader.ts` keeps in `window.earlyPage` for the client script. The client script removes
 * it from there, after which the loader changes nothing more.
 */
export interface EarlyPage {
  params: FeedbackParams;
  /** The request for the brief. */
  request: EarlyRequest;
  /** The brief with which the document shows the page. Undefined while it shows "Loading...". */
  brief?: BriefNames;
  /**
   * Stores the texts of the form.
   * @throws if the browser does not store them
   */
  save?(): void;
}

/** The form of a page whose client script cannot be loaded. */
export interface FrozenForm {
  /** The form. Undefined if the page does not show it and nothing is in it. */
  form?: HTMLElement;
  /** Whether the texts are stored. Undefined if there are none. */
  isKept?: boolean;
}

declare global {
  interface Window {
    earlyPage?: EarlyPage;
  }
}

const briefPath = '/rest/subscriber-feedback/briefs/{briefId}' satisfies keyof paths;

/** Requests a brief, and shows the page with it unless the client script comes first. */
export function openEarlyPage(params: FeedbackParams): void {
  const path = briefPath.replace('{briefId}', encodeURIComponent(params.briefId));
  const { href: url } = new URL(path, location.origin);
  const signal = abortAfter(requestTimeoutMs);
  const response = fetch(url, { signal });
  // Read at once: the timeout would also break a complete body that has not been read yet.
  const text = response.then((received) => received.text());
  const early = { params, request: { url, signal, response, readText: () => text } };
  window.earlyPage = early;

  // The client script shows whatever the loader does not.
  showPage(early).catch(() => {});
}

/**
 * Fills the document's template with the brief and shows it. Does nothing, or rejects, if the page must wait for its
 * script: without a usable brief, for the anonymous subscriber, if the tab denies storage, or if more than the text of
 * the form is stored. Must be called before the document has been parsed.
 * @param early the value of `window.earlyPage`; nothing is shown once that is another one
 */
async function showPage(early: EarlyPage): Promise<void> {
  const parsed = new Promise((resolve) => document.addEventListener('DOMContentLoaded', resolve));
  const brief: Partial<Brief> | null = JSON.parse(await early.request.readText());
  const { ok } = await early.request.response;
  if (!ok || typeof brief?.name !== 'string' || typeof brief.fullName !== 'string') return;
  await parsed;

  const { name, fullName } = brief;
  const settings: Settings = JSON.parse(findElement(`#${elementIds.settings}`).textContent);
  const urls = helpUrls(settings, { name, fullName }, early.params.subscriberId);
  const stored = readStored(early);
  const isWaiting = stored?.status?.kind === 'sending' || stored?.unsent?.length || !urls;
  if (window.earlyPage !== early || isWaiting) return;

  const { content } = findElement<HTMLTemplateElement>(`#${elementIds.loadedPage}`);
  fillBrief(content, fullName, urls);
  keepForm(early, content);

  early.brief = { name, fullName };
  // Changes the existing elements: the heading can have the focus, and a live region announces only additions.
  for (const selector of ['h1', `#${elementIds.loadingStatus}`]) {
    findElement(selector).replaceChildren(...findElement(selector, content).childNodes);
  }
  findElement(`#${elementIds.loadingNotice}`).replaceWith(
    findElement(`#${elementIds.sections}`, content),
  );
}

/** Fills the name of the brief into a page that React has rendered without one. */
function fillBrief(root: ParentNode, fullName: string, urls: HelpUrls): void {
  for (const name of fullName ? root.querySelectorAll('bdi') : []) name.textContent = fullName;
  for (const [key, url] of Object.entries(urls)) {
    findElement(`[data-key=${key}]`, root).setAttribute('href', url);
  }
}

/** Fills the form of the template with the stored texts, and stores every change from then on. */
function keepForm(early: EarlyPage, content: DocumentFragment): void {
  const stored = readStored(early);
  const form = findElement('form', content);
  // Finds the fields before a browser extension can remove them.
  const counts = mapFields(({ name }) => findElement(`#${fieldId(name)}-count`, form));
  const printed = mapFields(({ name }) => findElement(`.field:has(#${fieldId(name)})`, form));
  const hint = findElement(`#${elementIds.formHint}`, form);
  // A message that was being sent is back in the form.
  const kept = stored?.status?.kind === 'sending' ? stored.status.submitted : stored?.fields;
  let fields = { ...emptyFields, ...kept };
  fillForm(form, fields);

  const update = () => {
    fields = { ...fields, ...readForm(form) };
    for (const { name, maxLength } of formFields) {
      counts[name].textContent = characterCount(fields[name].length, maxLength);
      printed[name].dataset.text = fields[name];
    }
    hint.textContent = findHint(fields) || stillLoading;
    hint.classList.toggle('visually-hidden', isEmpty(fields));
  };
  update();

  early.save = () => {
    update();
    const state = { ...stored, fields, status: { kind: 'idle' } };
    sessionStorage.setItem(storageKey(early.params), JSON.stringify(state));
  };
  form.addEventListener('input', () => {
    if (window.earlyPage === early) early.save?.();
  });
}

/**
 * Reads the stored state without checking its shape.
 * @throws if it is not JSON or the browser denies access
 */
function readStored({ params }: EarlyPage): Partial<MessageState> | null {
  return JSON.parse(sessionStorage.getItem(storageKey(params)) ?? 'null');
}

/**
 * Makes the form of a page without its client script read-only.
 * @throws if the stored texts cannot be read
 */
export function freezeForm(early: EarlyPage): FrozenForm {
  const { content } = findElement<HTMLTemplateElement>(`#${elementIds.loadedPage}`);
  const isShown = early.brief !== undefined;
  const form = findElement('form', isShown ? document : content);
  if (!isShown) keepForm(early, content);
  const found = findFields(form);
  for (const { element } of found) element.readOnly = true;

  const hasText = found.some(({ element }) => element.value);
  const frozen: FrozenForm = {};
  if (hasText || isShown) frozen.form = form;
  if (hasText) frozen.isKept = !isShown || isSaved(early);
  else if (readStored(early)?.unsent?.length) frozen.isKept = true;
  findElement(`#${elementIds.formHint}`, form).textContent = '';
  return frozen;
}

/**
 * Stores the texts of the form, also those that were changed without an event. Returns whether the browser has stored
 * them.
 */
function isSaved(early: EarlyPage): boolean {
  try {
    early.save?.();
    return true;
  } catch {
    return false;
  }
}
