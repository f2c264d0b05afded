import type { JournalEntry } from '../../journal/journalEntry.ts';
import { element } from './element.ts';

/** Renders a journal entry as a list item. An existing item keeps its open state and focus. */
export function renderEntry(entry: JournalEntry, existing?: HTMLLIElement): HTMLLIElement {
  const item = existing ?? element('li');
  const details = element('details');
  details.open = item.querySelector('details')?.open ?? false;
  details.append(renderSummary(entry));
  if (details.open) details.append(renderDetails(entry));
  details.addEventListener('toggle', () => {
    // The details of a closed entry are not rendered, which keeps the console responsive under load.
    if (details.open && details.childElementCount === 1) details.append(renderDetails(entry));
  });
  const hadFocus = item.contains(document.activeElement);
  item.replaceChildren(details);
  if (hadFocus) details.querySelector('summary')?.focus();
  return item;
}

function renderSummary(entry: JournalEntry): HTMLElement {
  const { operation, method, path, key, scenario, violations, durationMs } = entry;
  const tags = element('span', { class: 'tags' });
  if (scenario) tags.append(element('span', { class: 'tag' }, 'scenario'));
  if (violations.length > 0) {
    const text = violations.length === 1 ? '1 violation' : `${violations.length} violations`;
    tags.append(element('span', { class: 'tag violations' }, text));
  }
  return element(
    'summary',
    {},
    element(
      'time',
      { datetime: entry.at, title: new Date(entry.at).toLocaleString() },
      formatTime(entry.at),
    ),
    element('span', { class: 'operation' }, operation ?? `${method} ${path}`),
    element('span', { class: `status ${statusClass(entry)}` }, formatStatus(entry)),
    element('span', { class: 'duration' }, durationMs === undefined ? '' : `${durationMs} ms`),
    element('code', { class: 'key' }, key ?? ''),
    tags,
  );
}

function renderDetails(entry: JournalEntry): HTMLElement {
  const { method, path, scenario, subscriber, delayMs, reason, example, violations, body } = entry;
  const fields: [string, string | undefined][] = [
    ['Request', `${method} ${path}`],
    ['Scenario', scenario],
    ['Subscriber', subscriber],
    ['Response', formatResponse(entry)],
    ['Delay', delayMs === undefined ? undefined : `${delayMs} ms`],
    ['Reason', reason],
    ['Example', example],
  ];
  const list = element('dl');
  for (const [name, value] of fields) {
    if (value !== undefined) list.append(element('dt', {}, name), element('dd', {}, value));
  }
  if (violations.length > 0) {
    const items = violations.map(({ message, rule, line }) =>
      element('li', {}, `${message} (${rule}, line ${line} of the contract)`),
    );
    list.append(element('dt', {}, 'Violations'), element('dd', {}, element('ul', {}, ...items)));
  }
  const texts: [string, string | undefined][] = [
    ['Body', body === undefined ? undefined : JSON.stringify(body, null, 2)],
    ['Request headers', formatHeaders(entry.requestHeaders)],
    ['Response headers', formatHeaders(entry.responseHeaders)],
    ['Response body', entry.responseBody || undefined],
  ];
  for (const [name, text] of texts) {
    if (text === undefined) continue;
    list.append(element('dt', {}, name), element('dd', {}, element('pre', {}, text)));
  }
  return list;
}

function formatHeaders(headers: JournalEntry['requestHeaders']): string | undefined {
  const lines = Object.entries(headers ?? {}).map(([name, value]) => `${name}: ${value}`);
  return lines.length > 0 ? lines.join('\n') : undefined;
}

function formatResponse({ status, mediaType, outcome }: JournalEntry): string {
  return [status, mediaType, outcome].filter((part) => part !== undefined).join(', ');
}

function formatStatus({ status, outcome }: JournalEntry): string {
  if (outcome === 'completed' || (outcome === 'pending' && status !== undefined))
    return String(status);
  return outcome === 'pending' ? '…' : outcome;
}

function statusClass({ status, outcome }: JournalEntry): string {
  if (outcome === 'pending') return 'pending';
  if (outcome !== 'completed' || status === undefined || status >= 500) return 'error';
  return status >= 400 ? 'rejected' : 'success';
}

/** Local time: `09:05:01.042`. */
function formatTime(at: string): string {
  const date = new Date(at);
  const twoDigits = (value: number) => String(value).padStart(2, '0');
  const time = [date.getHours(), date.getMinutes(), date.getSeconds()].map(twoDigits).join(':');
  return `${time}.${String(date.getMilliseconds()).padStart(3, '0')}`;
}
