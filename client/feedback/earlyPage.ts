import type { Brief, paths } from '#openapi';
import type { EarlyRequest } from '../api/apiClient.ts';
import type { BriefNames } from '../api/feedbackApi.ts';
import { requestTimeoutMs } from '../api/RequestError.ts';
import { elementIds, findElement } from '../elementIds.ts';
import { helpCards } from '../links.ts';
import { characterCount, stillLoading } from '../messages.ts';
import type { FeedbackParams } from '../routes.ts';
import type { Settings } from '../settings.ts';
import {
  emptyFields,
  findFields,
  findHint,
  formFields,
  mapFields,
  readFields,
  storageKey,
  writeFields,
} from './messageFields.ts';
import type { MessageState } from './messageState.ts';

/** What the loader hands over to the client script, which takes it off the window before it runs the page. */
export interface EarlyPage {
  params: FeedbackParams;
  /** The request for the brief. */
  request: EarlyRequest;
  /** The brief with which the document shows the page. Undefined: it shows "Loading...". */
  brief?: BriefNames;
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
  const signal = AbortSignal.timeout(requestTimeoutMs);
  const early = { params, request: { url, signal, response: fetch(url, { signal }) } };
  window.earlyPage = early;
  // The client script shows whatever the loader does not.
  showPage(early).catch(() => {});
}

/**
 * Fills the document's template with the brief and shows it. Does nothing, or rejects, if the page must wait for
 * its script: without a usable brief, for the special subscriber, if the tab denies storage, or if more than the
 * text of the form is stored.
 * @param early must be on the window before the document has been parsed
 */
async function showPage(early: EarlyPage): Promise<void> {
  const parsed = new Promise((resolve) => document.addEventListener('DOMContentLoaded', resolve));
  // The API client may read the response, too.
  const response = (await early.request.response).clone();
  const brief: Partial<Brief> | null = await response.json();
  if (!response.ok || typeof brief?.name !== 'string' || typeof brief.fullName !== 'string') return;
  await parsed;

  const { name, fullName } = brief;
  const settings: Settings = JSON.parse(findElement(`#${elementIds.settings}`).textContent);
  const cards = helpCards(settings, { name, fullName }, early.params.subscriberId);
  const stored = readStored(early);
  const isWaiting = stored?.status === 'sending' || stored?.unsent?.length || cards.length === 0;
  if (window.earlyPage !== early || isWaiting) return;

  const { content } = findElement<HTMLTemplateElement>(`#${elementIds.loadedPage}`);
  for (const { key, href } of cards.flatMap(({ links }) => links)) {
    findElement(`[data-key=${key}]`, content).setAttribute('href', href);
  }
  findElement('bdi', content).textContent = fullName;
  fillForm(early, content);
  early.brief = { name, fullName };
  // These elements stay: the heading can have the focus, and only what is added to a live region is announced.
  for (const selector of ['h1', `#${elementIds.loadingStatus}`]) {
    findElement(selector).replaceChildren(...findElement(selector, content).childNodes);
  }
  findElement(`#${elementIds.loadingNotice}`).replaceWith(
    findElement(`#${elementIds.sections}`, content),
  );
}

/** Fills the form of the template with what is stored, and then stores what is typed. */
function fillForm(early: EarlyPage, content: DocumentFragment): void {
  const stored = readStored(early);
  const form = findElement('form', content);
  // Found before a tool can remove them.
  const counts = mapFields(({ name }) => findElement(`#${name}-count`, form));
  const hint = findElement(`#${elementIds.formHint}`, form);
  // A message that was being sent is back in the form.
  const kept = stored?.status === 'sending' ? stored.submitted : stored?.fields;
  let fields = { ...emptyFields, ...kept };
  writeFields(form, fields);
  const update = () => {
    fields = { ...fields, ...readFields(form) };
    for (const { name, maxLength } of formFields) {
      counts[name].textContent = characterCount(fields[name].length, maxLength);
    }
    hint.textContent = findHint(fields) || stillLoading;
  };
  update();
  form.addEventListener('input', () => {
    if (window.earlyPage !== early) return;
    update();
    const state = { ...stored, fields, status: 'idle' };
    sessionStorage.setItem(storageKey(early.params), JSON.stringify(state));
  });
}

/** Reads what is stored, whatever that is. @throws if it is no JSON or the browser denies access */
function readStored({ params }: EarlyPage): Partial<MessageState> | null {
  return JSON.parse(sessionStorage.getItem(storageKey(params)) ?? 'null');
}

/**
 * For a page that stays without its script: makes the fields of its form read-only.
 * @returns the form, from the template if the page is not shown, or undefined if nothing is in it; and whether any
 * text is kept
 */
export function freezeForm(early: EarlyPage): { form?: HTMLElement; isKept?: boolean } {
  const { content } = findElement<HTMLTemplateElement>(`#${elementIds.loadedPage}`);
  const form = findElement('form', early.brief ? document : content);
  if (!early.brief) fillForm(early, content);
  const elements = findFields(form);
  for (const element of elements) element.readOnly = true;
  findElement(`#${elementIds.formHint}`, form).textContent = '';
  if (elements.some(({ value }) => value)) return { form, isKept: true };
  return { isKept: Boolean(readStored(early)?.unsent?.length) };
}
