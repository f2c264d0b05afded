import { type KeyboardEvent, useRef, useState } from 'react';
import {
  type FilterLanguage,
  moveWords,
  parseWord,
  splitWords,
} from '../../../journal/filterWords.ts';
import { CountBadge } from '../CountBadge.tsx';
import type { ConsoleParams, ParamChange } from '../useConsoleParams.ts';
import { useShortcuts } from '../useShortcuts.ts';
import type { View } from '../views.ts';
import { suggestValues } from './suggestValues.ts';

/** The conditions that select the items of a view. */
export interface ItemFilter<Item> extends FilterLanguage {
  /** The conditions that are offered. */
  names: readonly string[];
  valuesOf(item: Item, name: string): readonly string[];
  /** The items that meet the filters of a query. */
  select(items: readonly Item[], query: ParamChange): readonly Item[];
}

interface FilterBarProps<Item> {
  view: View;
  filter: ItemFilter<Item>;
  params: ConsoleParams;
  /** Why a condition is not applied. */
  problems?: readonly string[];
  /** Those whose values are offered. */
  items: readonly Item[];
}

/** A condition, or the name of one: `status:4xx`, `status:`. */
interface Option {
  word: string;
  count?: number;
}

const listId = 'filter-options';

const meanings: Partial<Record<string, string>> = {
  'status:5xx': 'Server errors',
  'status:4xx': 'Client errors',
  'status:2xx': 'Successes',
  'status:none': 'No complete response',
};

/**
 * The conditions of the URL as tokens, and a field for a text or further conditions, which apply as they are
 * typed. Its list has the names of the conditions or, after `name:`, the values.
 */
export function FilterBar<Item>(props: FilterBarProps<Item>) {
  const { view, filter, params, problems = [], items } = props;
  const field = useRef<HTMLInputElement>(null);
  useShortcuts({ '/': () => field.current?.focus() });
  const [isOpen, setOpen] = useState(false);
  const [selected, setSelected] = useState<number>();
  const { text = '', ...tokens } = params.filters;
  const words = splitWords(text);
  const lastWord = /\s$/.test(text) ? '' : (words.pop() ?? '');
  const draft = parseWord(lastWord, filter);
  /** The values of a list that are complete, and the one that is typed. */
  const [, listed = '', typed = ''] =
    /^(.*,)?(.*)$/.exec(draft && filter.isList(draft.name) ? draft.value : '') ?? [];
  const options = isOpen ? findOptions() : [];
  // Enter takes the first value, but no name, because the text may be all that is searched for.
  const active = selected ?? (draft ? 0 : -1);

  function findOptions(): Option[] {
    if (!draft) {
      const offered = filter.names.filter((name) => name.startsWith(lastWord) && !tokens[name]);
      return offered.map((name) => ({ word: `${name}:` }));
    }
    const { name, value } = draft;
    const others = filter.select(items, { ...tokens, [name]: '', text: words.join(' ') });
    const part = filter.isList(name) ? typed : value;
    return suggestValues(others, (item) => filter.valuesOf(item, name), part).map((suggestion) => ({
      word: `${name}:${quote(listed + suggestion.value)}`,
      count: suggestion.count,
    }));
  }

  function change(changed: ParamChange) {
    setSelected(undefined);
    // A link with a filter alone leads to the requests.
    params.replace({ view, ...changed });
  }

  /** Makes tokens of the conditions that were typed. */
  function makeTokens(word = lastWord) {
    const changed = [...words, word].join(' ');
    if (word.endsWith(':')) return change({ text: changed });
    setOpen(false);
    const moved = Object.entries(moveWords({ ...tokens, text: changed }, filter));
    // The last value of a condition that has one value.
    const entries = moved.map(([name, values]) => [name, String([values].flat().at(-1))]);
    change({ text: '', ...Object.fromEntries(entries) });
  }

  function handleKey(event: KeyboardEvent<HTMLInputElement>) {
    const { key, currentTarget } = event;
    const last = Object.keys(tokens).at(-1);
    if (key === 'ArrowDown' || key === 'ArrowUp') {
      setOpen(true);
      const next = key === 'ArrowDown' ? active + 1 : Math.max(active, 0) - 1 + options.length;
      setSelected(next % Math.max(options.length, 1));
    } else if (key === 'Enter') {
      makeTokens(options[active]?.word);
    } else if (key === 'Escape' && options.length > 0) {
      setOpen(false);
      // The next one leaves the field.
      event.stopPropagation();
    } else if (key === 'Backspace' && last && currentTarget.selectionEnd === 0) {
      change({ [last]: '' });
    } else return;
    event.preventDefault();
  }

  return (
    <>
      <div className="filter-bar form-control">
        {Object.entries(tokens).map(([name, value]) => (
          <button
            key={name}
            type="button"
            className="btn border-0 bg-primary-subtle text-break"
            onClick={() => {
              change({ [name]: '' });
              field.current?.focus();
            }}
          >
            <span className="visually-hidden">Remove </span>
            {name} <b className="text-primary-emphasis">{value.replaceAll(',', ', ')}</b>{' '}
            <span aria-hidden="true">✕</span>
          </button>
        ))}
        <input
          ref={field}
          role="combobox"
          aria-label={`Filter ${view}`}
          aria-keyshortcuts="/"
          aria-autocomplete="list"
          aria-expanded={options.length > 0}
          aria-controls={listId}
          aria-activedescendant={options[active] && `${listId}-${active}`}
          placeholder={`Text, or ${filter.names.map((name) => `${name}:`).join(' ')}`}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          value={text}
          onChange={({ target }) => {
            setOpen(true);
            change({ text: target.value });
          }}
          onKeyDown={handleKey}
          onClick={() => setOpen(true)}
          onBlur={() => setOpen(false)}
        />
        {options.length > 0 && (
          <div
            id={listId}
            role="listbox"
            aria-label="Filters"
            className="dropdown-menu show top-100 start-0 mw-100 mt-1 shadow"
          >
            {options.map((option, i) => (
              <div
                key={option.word}
                id={`${listId}-${i}`}
                role="option"
                tabIndex={-1}
                className={`dropdown-item ${i === active ? 'active' : ''}`}
                aria-selected={i === active}
                // The field keeps the focus.
                onMouseDown={(event) => {
                  event.preventDefault();
                  makeTokens(option.word);
                }}
              >
                <code>{option.word}</code>
                <span>{meanings[option.word]}</span>
                {option.count !== undefined && <CountBadge>{option.count}</CountBadge>}
              </div>
            ))}
          </div>
        )}
      </div>
      <p role="alert" className="mb-0 text-danger-emphasis">
        {!isOpen && problems.join(' ')}
      </p>
    </>
  );
}

function quote(value: string): string {
  return /\s/.test(value) ? `"${value}"` : value;
}
