import { type KeyboardEvent, useRef } from 'react';
import {
  type FilterLanguage,
  moveWords,
  parseWord,
  splitWords,
} from '../../../journal/filterWords.ts';
import { LabelBadge } from '../LabelBadge.tsx';
import type { ConsoleParams, ParamChange } from '../useConsoleParams.ts';
import { useShortcuts } from '../useShortcuts.ts';

/** The conditions that select the items of a view. */
export interface ItemFilter<Item> extends FilterLanguage {
  /** The conditions that are offered. */
  names: readonly string[];
  valuesOf(item: Item, name: string): readonly string[];
  /** The items that meet the filters of a query. */
  select(items: readonly Item[], query: ParamChange): readonly Item[];
}

interface FilterBarProps<Item> {
  filter: ItemFilter<Item>;
  params: ConsoleParams;
  /** Why a condition is not applied. */
  problems?: readonly string[];
  /** Those whose values are offered. */
  items: readonly Item[];
}

const maxOptions = 8;

const meanings: Partial<Record<string, string>> = {
  'status:5xx': 'Server errors',
  'status:4xx': 'Client errors',
  'status:2xx': 'Successes',
  'status:none': 'No complete response',
};

/**
 * The conditions of the URL as tokens, and a field for a text or further conditions, which apply as they are
 * typed. After `name:`, it lists the values.
 */
export function FilterBar<Item>(props: FilterBarProps<Item>) {
  const { filter, params, problems = [], items } = props;
  const field = useRef<HTMLInputElement>(null);
  useShortcuts({ '/': () => field.current?.focus() });
  const { text = '', ...tokens } = params.filters;
  const words = splitWords(text);
  const lastWord = words.pop() ?? '';
  const options = findOptions();

  /** The most frequent values that contain what is typed, and itself first. */
  function findOptions() {
    const draft = parseWord(lastWord, filter);
    if (!draft) return [];
    const { name, value } = draft;
    const others = filter.select(items, { ...tokens, [name]: '', text: words.join(' ') });
    const values = others.flatMap((item) => filter.valuesOf(item, name));
    return [...Map.groupBy(values, (one) => one)]
      .filter(([one]) => one.toLowerCase().includes(value.toLowerCase()))
      .map(([one, { length }]) => ({
        word: `${name}:${quote(one)}`,
        count: length,
        isTyped: one === value,
      }))
      .sort((a, b) => Number(b.isTyped) - Number(a.isTyped) || b.count - a.count)
      .slice(0, maxOptions);
  }

  function change(changed: ParamChange) {
    params.replace(changed);
    field.current?.focus();
  }

  /** Makes tokens of the conditions that were typed. */
  function makeTokens(word: string) {
    const moved = moveWords({ ...tokens, text: [...words, word].join(' ') }, filter);
    // The last value of a condition that has one value.
    const entries = Object.entries(moved).map(([name, values]) => [
      name,
      String([values].flat().at(-1)),
    ]);
    change({ text: '', ...Object.fromEntries(entries) });
  }

  function handleKey({ key, currentTarget }: KeyboardEvent<HTMLInputElement>) {
    const last = Object.keys(tokens).at(-1);
    if (key === 'Enter') makeTokens(options[0]?.word ?? lastWord);
    if (key === 'Backspace' && last && currentTarget.selectionEnd === 0) change({ [last]: '' });
  }

  return (
    <>
      <div className="filter-bar form-control">
        {Object.entries(tokens).map(([name, value]) => (
          <button
            key={name}
            type="button"
            className="btn border-0 bg-primary-subtle text-break"
            onClick={() => change({ [name]: '' })}
          >
            <span className="visually-hidden">Remove </span>
            {name} <b className="text-primary-emphasis">{value.replaceAll(',', ', ')}</b>{' '}
            <span aria-hidden="true">✕</span>
          </button>
        ))}
        <input
          ref={field}
          aria-label="Filter"
          aria-keyshortcuts="/"
          placeholder={`Text, or ${filter.names.map((name) => `${name}:`).join(' ')}`}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          value={text}
          onChange={({ target }) => change({ text: target.value })}
          onKeyDown={handleKey}
        />
        {options.length > 0 && (
          // Without a tab index, Safari would move the focus away and hide it before a click.
          <div tabIndex={-1} className="dropdown-menu shadow">
            {options.map(({ word, count }, i) => (
              <button
                key={word}
                type="button"
                className={`dropdown-item ${i === 0 ? 'active' : ''}`}
                onClick={() => makeTokens(word)}
              >
                <code>{word}</code>
                <span>{meanings[word]}</span>
                <LabelBadge>{count}</LabelBadge>
              </button>
            ))}
          </div>
        )}
      </div>
      <p role="alert" className="mb-0 text-danger-emphasis">
        {problems.join(' ')}
      </p>
    </>
  );
}

function quote(value: string): string {
  return /\s/.test(value) ? `"${value}"` : value;
}
