import type { Brief } from '#openapi';
import type { BriefNames } from '../api/feedbackApi.ts';
import { elementIds, findElement } from '../elementIds.ts';
import { helpCards } from '../links.ts';
import type { FeedbackParams } from '../routes.ts';
import type { Settings } from '../settings.ts';
import { readFields, storageKey } from './messageFields.ts';

declare global {
  interface Window {
    /** The brief with which the loader has shown the page. */
    shownBrief?: BriefNames;
  }
}

/**
 * Shows the loaded page before the client script runs: fills the document's template with the brief, and stores what
 * is typed for the script. Does nothing, or rejects, if the page must wait for its script: without a usable brief,
 * for the special subscriber, or if the tab has stored messages or denies storage.
 * @param request for the brief; must be called before the document has been parsed
 */
export async function showEarly(params: FeedbackParams, request: Promise<Response>): Promise<void> {
  const parsed = new Promise((resolve) => document.addEventListener('DOMContentLoaded', resolve));
  // The API client may read the response, too.
  const response = (await request).clone();
  const brief: Partial<Brief> | null = await response.json();
  if (!response.ok || typeof brief?.name !== 'string' || typeof brief.fullName !== 'string') return;
  await parsed;

  const template = document.querySelector<HTMLTemplateElement>(`#${elementIds.loadedPage}`);
  const key = storageKey(params);
  if (!template || sessionStorage.getItem(key)) return;

  const { name, fullName } = brief;
  const settings: Settings = JSON.parse(findElement(`#${elementIds.settings}`).textContent);
  const links = helpCards(settings, { name, fullName }, params.subscriberId).flatMap(
    (card) => card.links,
  );
  if (links.length === 0) return;

  const { content } = template;
  findElement('bdi', content).textContent = fullName;
  for (const link of links) {
    findElement(`[data-key="${link.key}"]`, content).setAttribute('href', link.href);
  }
  const form = findElement<HTMLFormElement>('form', content);
  form.addEventListener('input', () => {
    // The client script removes the template when it takes over.
    if (!template.isConnected) return;
    sessionStorage.setItem(key, JSON.stringify({ fields: readFields(form) }));
  });
  window.shownBrief = { name, fullName };
  // These elements stay: the heading can have the focus, and only what is added to a live region is announced.
  for (const selector of ['h1', `#${elementIds.loadingStatus}`]) {
    findElement(selector).replaceChildren(...findElement(selector, content).childNodes);
  }
  findElement(`#${elementIds.loadingNotice}`).replaceWith(
    findElement(`#${elementIds.sections}`, content),
  );
}
