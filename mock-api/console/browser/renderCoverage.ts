import type { Coverage, CoverageRow } from '../../journal/coverage.ts';
import { byId, element } from './element.ts';

let rendered = '';

/** Renders which of the contract's responses and examples have been sent. */
export function renderCoverage(coverage: Coverage) {
  const json = JSON.stringify(coverage);
  if (json === rendered) return;
  rendered = json;

  const { responses, examples, rows, withoutExample, undeclared } = coverage;
  byId('coverage-summary', HTMLParagraphElement).textContent =
    `${responses.exercised} of ${responses.declared} declared responses and ${examples.exercised} of ${examples.declared} named examples have been sent since the start or the last reset.`;
  byId('coverage-generated', HTMLParagraphElement).textContent =
    withoutExample.length === 0
      ? ''
      : `Without an example in the contract, so generated from the schema: ${withoutExample.join(', ')}.`;

  const operations = [...new Set(rows.map(({ operation }) => operation))];
  const groups = operations.map((operation) =>
    group(
      operation,
      rows.filter((row) => row.operation === operation).map((row) => rowItem(row)),
    ),
  );
  const others = undeclared.map((row) => rowItem({ ...row, examples: [] }, row.operation));
  if (others.length > 0) groups.push(group('Not in the contract', others));
  byId('coverage-rows', HTMLDivElement).replaceChildren(...groups);
}

function group(title: string, items: readonly HTMLLIElement[]): HTMLElement {
  return element(
    'div',
    {},
    element('h3', {}, title),
    element('ul', { class: 'responses' }, ...items),
  );
}

function rowItem(
  { status, mediaType = 'no body', count, examples }: CoverageRow,
  operation?: string,
): HTMLLIElement {
  const name = [operation, status, mediaType].filter((part) => part !== undefined).join(' ');
  const item = element(
    'li',
    { class: count > 0 ? 'exercised' : 'missing' },
    element('span', { class: 'mark', 'aria-hidden': 'true' }, count > 0 ? '✓' : '–'),
    element('span', { class: 'response' }, name),
    element('span', { class: 'times' }, formatCount(count)),
  );
  for (const example of examples) {
    const state = example.count > 0 ? 'exercised' : 'missing';
    const title = `example ${example.name}, ${formatCount(example.count)}`;
    item.append(element('span', { class: `example ${state}`, title }, example.name));
  }
  return item;
}

function formatCount(count: number): string {
  return count === 0 ? 'never' : `${count}×`;
}
