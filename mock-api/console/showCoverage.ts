import type { Coverage, CoverageRow } from '../journal/coverage.ts';
import { byId, element } from './element.ts';

let shown = '';

/** Shows which of the contract's answers and examples have been exercised. */
export function showCoverage(coverage: Coverage) {
  const text = JSON.stringify(coverage);
  if (text === shown) return;
  shown = text;

  const { answers, examples, rows, undeclared } = coverage;
  byId('coverage-summary', HTMLParagraphElement).textContent =
    `${answers.exercised} of ${answers.declared} declared answers and ${examples.exercised} of ${examples.declared} named examples have been sent since the journal was last cleared.`;

  const operations = [...new Set(rows.map(({ operation }) => operation))];
  const groups = operations.map((operation) =>
    group(
      operation,
      rows.filter((row) => row.operation === operation).map((row) => rowItem(row)),
    ),
  );
  const rest = undeclared.map((row) => rowItem({ ...row, examples: [] }, row.operation));
  if (rest.length > 0) groups.push(group('Not in the contract', rest));
  byId('coverage-rows', HTMLDivElement).replaceChildren(...groups);
}

function group(title: string, items: readonly HTMLLIElement[]): HTMLElement {
  return element(
    'div',
    {},
    element('h3', {}, title),
    element('ul', { class: 'answers' }, ...items),
  );
}

function rowItem(
  { status, mediaType, count, examples }: CoverageRow,
  prefix?: string,
): HTMLLIElement {
  const name = [typeof prefix === 'string' ? prefix : undefined, status, mediaType ?? 'no body'];
  const item = element(
    'li',
    { class: count > 0 ? 'exercised' : 'missing' },
    element('span', { class: 'mark', 'aria-hidden': 'true' }, count > 0 ? '✓' : '–'),
    element('span', { class: 'answer' }, name.filter((part) => part !== undefined).join(' ')),
    element('span', { class: 'times' }, timesOf(count)),
  );
  for (const example of examples) {
    const kind = example.count > 0 ? 'exercised' : 'missing';
    const title = `example ${example.name}, ${timesOf(example.count)}`;
    item.append(element('span', { class: `example ${kind}`, title }, example.name));
  }
  return item;
}

function timesOf(count: number): string {
  return count === 0 ? 'never' : `${count}×`;
}
