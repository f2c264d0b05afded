import { type KeyboardEvent, type RefObject, useState } from 'react';
import type { JournalEntry } from '../../../journal/journalEntry.ts';
import { CountBadge } from '../CountBadge.tsx';
import type { ConsoleParams } from '../useConsoleParams.ts';
import {
  type FilterName,
  filterEntries,
  filterNames,
  parseToken,
  type RequestFilters,
  suggestValues,
} from './requestFilters.ts';

interface FilterBarProps {
  params: ConsoleParams;
  filters: RequestFilters;
  entries: readonly JournalEntry[];
  field: RefObject<HTMLInputElement | null>;
}

/** `value` is empty for the name of a filter. */
interface Option {
  name: FilterName;
  value: string;
  count?: number;
}

const listId = 'filter-options';

/**
 * The filters as tokens, and a field for a text or another token. Its list has the names of the filters or, after
 * `name:`, the values.
 */
export function FilterBar({ params, filters, entries, field }: FilterBarProps) {
  const [isOpen, setOpen] = useState(false);
  const [selected, setSelected] = useState<number>();
  const { text } = filters;
  const names = filterNames.filter((name) => filters[name] !== '');
  const words = text.split(' ');
  const lastWord = words.at(-1) ?? '';
  const draft = parseToken(lastWord);
  const options = isOpen ? findOptions() : [];
  // Enter takes the first value, but no name, because the text may be all that is searched for.
  const active = selected ?? (draft ? 0 : -1);

  function findOptions(): Option[] {
    if (!draft) {
      const offered = filterNames.filter((name) => name.startsWith(lastWord) && !filters[name]);
      return offered.map((name) => ({ name, value: '' }));
    }
    const { name, value } = draft;
    const others = filterEntries(entries, { ...filters, [name]: '' });
    return suggestValues(others, name, value).map((suggestion) => ({ name, ...suggestion }));
  }

  function change(changed: Parameters<ConsoleParams['replace']>[0]) {
    setSelected(undefined);
    params.replace(changed);
  }

  /** Makes tokens of what was typed, which may be several, and of an option. */
  function makeTokens(option?: Option) {
    if (option?.value === '') {
      return change({ text: [...words.slice(0, -1), `${option.name}:`].join(' ') });
    }
    setOpen(false);
    const typed = words.map(parseToken);
    const tokens = [...typed, option].flatMap((token) =>
      token ? [[token.name, token.value]] : [],
    );
    change({ text: words.filter((_, i) => !typed[i]).join(' '), ...Object.fromEntries(tokens) });
  }

  function handleKey(event: KeyboardEvent<HTMLInputElement>) {
    const { key, currentTarget } = event;
    const last = names.at(-1);
    if (key === 'ArrowDown' || key === 'ArrowUp') {
      setOpen(true);
      const next = key === 'ArrowDown' ? active + 1 : Math.max(active, 0) - 1 + options.length;
      setSelected(next % Math.max(options.length, 1));
    } else if (key === 'Enter') {
      makeTokens(options[active]);
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
    <div className="filter-bar form-control">
      {names.map((name) => (
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
          {name}:<b className="text-primary-emphasis">{filters[name]}</b>{' '}
          <span aria-hidden="true">✕</span>
        </button>
      ))}
      <input
        ref={field}
        role="combobox"
        aria-label="Filter requests"
        aria-keyshortcuts="/"
        aria-autocomplete="list"
        aria-expanded={options.length > 0}
        aria-controls={listId}
        aria-activedescendant={options[active] && `${listId}-${active}`}
        placeholder="Text, or status: key: …"
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
              key={option.name + option.value}
              id={`${listId}-${i}`}
              role="option"
              tabIndex={-1}
              className={`dropdown-item d-flex align-items-center gap-4 text-wrap text-break ${i === active ? 'active' : ''}`}
              aria-selected={i === active}
              // The field keeps the focus.
              onMouseDown={(event) => {
                event.preventDefault();
                makeTokens(option);
              }}
            >
              <code className="me-auto">
                {option.name}:{option.value}
              </code>
              {option.count !== undefined && <CountBadge>{option.count}</CountBadge>}
            </div>
          ))}
        </div>
      )}
    </div>
  );
}
