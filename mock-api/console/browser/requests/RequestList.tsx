import { type MouseEvent, memo, type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { Button } from 'react-bootstrap';
import type { JournalEntry } from '../../../journal/journalEntry.ts';
import { CountBadge } from '../CountBadge.tsx';
import { Status } from '../Status.tsx';
import { formatDate, formatDuration, formatStatus, formatTime } from './formatEntry.ts';
import { ViolationBadge } from './ViolationBadge.tsx';

interface RequestListProps {
  /** Newest first. */
  entries: readonly JournalEntry[];
  selectedId: number | undefined;
  /** The tester's name, which the keys are shown without. */
  tester: string;
  linkTo(id: number): string;
  onSelect(id: number): void;
  /** Selects the next or the previous request. */
  onStep(by: 1 | -1): void;
}

export const detailsHeadingId = 'details-heading';

/** Rendering takes time for each row, and a journal may have thousands. */
const pageSize = 500;

const keySteps: Partial<Record<string, 1 | -1>> = { ArrowDown: 1, ArrowUp: -1 };

/** The requests as links to their details. The selected or the first one is the only tab stop. */
export function RequestList(props: RequestListProps) {
  const { entries, selectedId, tester, linkTo, onSelect, onStep } = props;
  const list = useRef<HTMLOListElement>(null);
  const [limit, setLimit] = useState(pageSize);
  useFocusOnSelection(list, selectedId);
  const tabStop = entries.find(({ id }) => id === selectedId) ?? entries[0];

  function handleClick(event: MouseEvent) {
    const { target, ctrlKey, metaKey, shiftKey } = event;
    if (ctrlKey || metaKey || shiftKey) return;
    event.preventDefault();
    onSelect(idAt(target));
  }

  return (
    <div className="request-list">
      <div className="request-row request-heading" aria-hidden="true">
        <span>Time</span>
        <span className="wide-only">Method</span>
        <span>Operation</span>
        <span>Brief or user</span>
        <span className="wide-only">Path</span>
        <span />
        <span>Status</span>
        <span className="text-end">Duration</span>
      </div>
      {/* One handler for all rows, so that a change of it renders none of them again. */}
      <ol
        ref={list}
        aria-label="Requests, newest first"
        className="list-unstyled mb-0"
        onClick={handleClick}
        onKeyDown={(event) => {
          const by = keySteps[event.key];
          if (!by) return;
          event.preventDefault();
          onStep(by);
        }}
      >
        {entries.slice(0, limit).map((entry) => (
          <li key={entry.id} data-id={entry.id}>
            <RequestRow
              entry={entry}
              tester={tester}
              href={linkTo(entry.id)}
              isSelected={entry.id === selectedId}
              isTabStop={entry === tabStop}
            />
          </li>
        ))}
      </ol>
      {entries.length > limit && (
        <Button variant="link" onClick={() => setLimit(limit + pageSize)}>
          Show {Math.min(pageSize, entries.length - limit)} more
        </Button>
      )}
    </div>
  );
}

interface RequestRowProps {
  entry: JournalEntry;
  tester: string;
  href: string;
  isSelected: boolean;
  isTabStop: boolean;
}

/** Rendered again only if its properties change. */
const RequestRow = memo(function RequestRow(props: RequestRowProps) {
  const { entry, tester, href, isSelected, isTabStop } = props;
  const { at, method, path, operation, key, scenario, durationMs, violations } = entry;
  return (
    <a
      href={href}
      className="request-row"
      tabIndex={isTabStop ? 0 : -1}
      aria-current={isSelected ? 'true' : undefined}
    >
      <time className="font-monospace text-body-secondary" dateTime={at} title={formatDate(at)}>
        {formatTime(at)}
      </time>{' '}
      <span className="wide-only text-body-secondary">{operation && method}</span>{' '}
      <b>{operation ?? method}</b>{' '}
      <CutInTheMiddle text={operation === undefined ? path : withoutName(key, tester)} />{' '}
      <code className="wide-only text-body-secondary">{operation !== undefined && path}</code>{' '}
      <span>
        {violations.length > 0 && <ViolationBadge count={violations.length} />}{' '}
        <span className="wide-only">{scenario && <CountBadge>scenario</CountBadge>}</span>
      </span>{' '}
      <Status>{formatStatus(entry)}</Status>{' '}
      <span className="text-body-secondary text-end">
        {durationMs !== undefined && formatDuration(durationMs)}
      </span>
    </a>
  );
});

const endLength = 10;

/** Where there is no room, the start is cut before the end, which tells keys apart. */
function CutInTheMiddle({ text }: { text: string }) {
  return (
    <code className="cut-in-the-middle" title={text}>
      <span>{text.slice(0, -endLength)}</span>
      <span>{text.slice(-endLength)}</span>
    </code>
  );
}

/** The id of the request in whose row an event happened. */
function idAt(target: EventTarget): number {
  return Number(target instanceof Element && target.closest('li')?.dataset.id);
}

function withoutName(key = '', tester: string): string {
  return tester !== '' && key.endsWith(`.${tester}`) ? key.slice(0, -tester.length - 1) : key;
}

/**
 * Moves the focus to the row of a request that is selected or was closed, or to its details where they
 * replace the list, unless a control of the details was used, which keeps it.
 */
function useFocusOnSelection(list: RefObject<HTMLElement | null>, selectedId: number | undefined) {
  const shownId = useRef(selectedId);
  useLayoutEffect(() => {
    if (shownId.current === selectedId) return;
    const id = selectedId ?? shownId.current;
    shownId.current = selectedId;
    const row = list.current?.querySelector<HTMLElement>(`[data-id="${id}"] a`);
    row?.scrollIntoView({ block: 'nearest' });
    if (document.activeElement?.closest('.request-details')) return;
    const isHidden = !row?.offsetParent;
    (isHidden ? document.getElementById(detailsHeadingId) : row)?.focus();
  }, [list, selectedId]);
}
