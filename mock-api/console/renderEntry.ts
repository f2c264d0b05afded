import type { JournalEntry } from '../journal/journal.ts';
import { element } from './element.ts';

/** A request as an item of the list, in place of the one that showed it before. */
export function renderEntry(entry: JournalEntry, former?: HTMLLIElement): HTMLLIElement {
  const item = former ?? element('li');
  const details = element('details');
  details.open = item.querySelector('details')?.open ?? false;
  details.append(summaryOf(entry), detailsOf(entry));
  const focused = item.contains(document.activeElement);
  item.replaceChildren(details);
  if (focused) details.querySelector('summary')?.focus();
  return item;
}

function summaryOf(entry: JournalEntry): HTMLElement {
  const { operation, method, path, key, scenario, faults, duration } = entry;
  const tags = element('span', { class: 'tags' });
  if (scenario) tags.append(element('span', { class: 'tag' }, 'scenario'));
  if (faults.length > 0) {
    const text = faults.length === 1 ? '1 fault' : `${faults.length} faults`;
    tags.append(element('span', { class: 'tag fault' }, text));
  }
  return element(
    'summary',
    {},
    element('time', { datetime: entry.at }, timeOfDay(entry.at)),
    element('span', { class: 'operation' }, operation ?? `${method} ${path}`),
    element('span', { class: `status ${kindOf(entry)}` }, statusOf(entry)),
    element('span', { class: 'duration' }, duration === undefined ? '' : `${duration} ms`),
    element('code', { class: 'key' }, key ?? ''),
    tags,
  );
}

function detailsOf(entry: JournalEntry): HTMLElement {
  const facts: [string, string | undefined][] = [
    ['Request', `${entry.method} ${entry.path}`],
    ['Scenario', entry.scenario],
    ['Subscriber', entry.subscriber],
    ['Answer', answerOf(entry)],
    ['Example', entry.example],
  ];
  const list = element('dl');
  for (const [name, value] of facts) {
    if (value !== undefined) list.append(element('dt', {}, name), element('dd', {}, value));
  }
  if (entry.faults.length > 0) {
    const faults = entry.faults.map(({ message, rule, line }) =>
      element('li', {}, `${message} (${rule}, line ${line} of the contract)`),
    );
    list.append(element('dt', {}, 'Faults'), element('dd', {}, element('ul', {}, ...faults)));
  }
  if (entry.body !== undefined) {
    const text = JSON.stringify(entry.body, null, 2);
    list.append(element('dt', {}, 'Body'), element('dd', {}, element('pre', {}, text)));
  }
  return list;
}

function answerOf({ status, mediaType, outcome }: JournalEntry): string {
  const parts = [status === undefined ? undefined : String(status), mediaType];
  return [...parts, outcome].filter((part) => part !== undefined).join(', ');
}

function statusOf({ status, outcome }: JournalEntry): string {
  if (outcome === 'answered' || (outcome === 'pending' && status !== undefined))
    return String(status);
  return outcome === 'pending' ? '…' : outcome;
}

function kindOf({ status, outcome }: JournalEntry): string {
  if (outcome === 'pending') return 'pending';
  if (outcome !== 'answered' || status === undefined || status >= 500) return 'bad';
  return status >= 400 ? 'refused' : 'good';
}

function timeOfDay(at: string): string {
  const date = new Date(at);
  const two = (value: number) => String(value).padStart(2, '0');
  const time = [date.getHours(), date.getMinutes(), date.getSeconds()].map(two).join(':');
  return `${time}.${String(date.getMilliseconds()).padStart(3, '0')}`;
}
