import { memo, useMemo, useRef, useState } from 'react';
import { Badge } from 'react-bootstrap';
import { Link } from 'react-router-dom';
import type { JournalEntry } from '../../../journal/journalEntry.ts';
import {
  countViolations,
  formatDate,
  formatStatus,
  formatTime,
  statusColour,
} from './formatEntry.ts';
import { useArrowKeys } from './useArrowKeys.ts';
import { useFocusOnSelection } from './useFocusOnSelection.ts';
import { useVirtualRows } from './useVirtualRows.ts';

interface RequestListProps {
  /** Newest first. */
  entries: readonly JournalEntry[];
  selectedId: number | undefined;
  linkTo(id: number): string;
  /** Selects the next or the previous request. */
  onStep(by: 1 | -1): void;
}

/**
 * The requests as links to their details. Only the visible rows are rendered, and the one that has the
 * focus or had it last. It is the only one in the tab order.
 */
export function RequestList({ entries, selectedId, linkTo, onStep }: RequestListProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const ids = useMemo(() => entries.map(({ id }) => id), [entries]);
  const { first, last, rowHeight, onScroll } = useVirtualRows(scroller, ids);
  const [focusedId, setFocusedId] = useState(selectedId);
  useFocusOnSelection(scroller, selectedId);
  useArrowKeys(scroller, onStep);

  const activeIndex = Math.max(0, ids.indexOf(selectedId ?? focusedId ?? 0));
  const indices = new Set([activeIndex]);
  for (let index = first; index < last; index += 1) indices.add(index);
  const rows = [...indices]
    .sort((a, b) => a - b)
    .flatMap((index) => {
      const entry = entries[index];
      return entry ? [{ entry, index }] : [];
    });

  return (
    <div className="request-list border rounded" ref={scroller} onScroll={onScroll}>
      <ol aria-label="Requests, newest first" style={{ height: ids.length * rowHeight }}>
        {rows.map(({ entry, index }) => (
          <li
            key={entry.id}
            data-id={entry.id}
            style={{ top: index * rowHeight }}
            aria-posinset={index + 1}
            aria-setsize={ids.length}
          >
            <RequestRow
              entry={entry}
              href={linkTo(entry.id)}
              isSelected={entry.id === selectedId}
              isTabStop={index === activeIndex}
              onFocus={setFocusedId}
            />
          </li>
        ))}
      </ol>
    </div>
  );
}

interface RequestRowProps {
  entry: JournalEntry;
  href: string;
  isSelected: boolean;
  isTabStop: boolean;
  onFocus(id: number): void;
}

/** Rendered again only if its properties change, so that scrolling is smooth. */
const RequestRow = memo(function RequestRow(props: RequestRowProps) {
  const { entry, href, isSelected, isTabStop, onFocus } = props;
  const { at, method, path, operation, key, durationMs, scenario, violations } = entry;
  return (
    <Link
      to={href}
      className="request-row"
      tabIndex={isTabStop ? 0 : -1}
      aria-current={isSelected ? 'true' : undefined}
      onFocus={() => onFocus(entry.id)}
    >
      <time className="text-body-secondary" dateTime={at} title={formatDate(at)}>
        {formatTime(at)}
      </time>{' '}
      <span className="request-name">
        {method} {operation && <b>{operation}</b>}
      </span>{' '}
      <span className="request-target" title={path}>
        {key && <code>{key}</code>} <span className="text-body-secondary">{path}</span>
      </span>{' '}
      <span className="request-badges">
        {violations.length > 0 && (
          <Badge bg="danger-subtle" text="danger-emphasis">
            {countViolations(entry)}
          </Badge>
        )}{' '}
        {scenario && (
          <Badge bg="secondary-subtle" text="secondary-emphasis">
            scenario
          </Badge>
        )}
      </span>{' '}
      <b className={`request-status text-${statusColour(entry)}-emphasis`}>{formatStatus(entry)}</b>{' '}
      <span className="request-duration text-body-secondary">
        {durationMs === undefined ? '' : `${durationMs} ms`}
      </span>
    </Link>
  );
});
