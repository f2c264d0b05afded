import { Link } from 'react-router-dom';
import type { RequestRow, RequestsData } from '../../consoleData.ts';
import { LabelBadge } from '../LabelBadge.tsx';
import type { PageProps } from '../pageProps.ts';
import { Status } from '../Status.tsx';
import { formatDuration, formatStatus, formatTime } from './formatEntry.ts';

interface RequestListProps extends PageProps {
  requests: RequestsData;
  selectedId: number;
}

/** Returns the `id` attribute of the link to a request's details. */
export const rowId = (id: number) => `entry-${id}`;

/** The newest requests as links to their details. */
export function RequestList({ requests, selectedId, tester, params }: RequestListProps) {
  const { rows, ids } = requests;
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
      <ol aria-label="Requests, newest first" className="list-unstyled mb-0">
        {rows.map((entry) => (
          <li key={entry.id}>
            <Link
              id={rowId(entry.id)}
              to={params.href({ entry: String(entry.id) })}
              className="request-row"
              aria-current={entry.id === selectedId ? 'true' : undefined}
            >
              <Cells entry={entry} tester={tester.name} />
            </Link>
          </li>
        ))}
      </ol>
      {ids.length > rows.length && (
        <p className="p-3 mb-0">
          The newest {rows.length} are listed. The filter finds the others.
        </p>
      )}
    </div>
  );
}

function Cells({ entry, tester }: { entry: RequestRow; tester: string }) {
  const { at, method, path, operation, key = '', scenario, durationMs, violations } = entry;
  const id = tester === '' ? key : key.slice(0, -`.${tester}`.length);
  const subject = operation === undefined ? path : id;

  return (
    <>
      <time className="font-monospace text-body-secondary" dateTime={at}>
        {formatTime(at)}
      </time>{' '}
      <span className="wide-only text-body-secondary">{operation && method}</span>{' '}
      <b>{operation ?? method}</b> <code title={subject}>{subject}</code>{' '}
      <code className="wide-only text-body-secondary">{operation !== undefined && path}</code>{' '}
      <span>
        {violations.length > 0 && <ViolationBadge count={violations.length} />}{' '}
        <span className="wide-only">{scenario && <LabelBadge>scenario</LabelBadge>}</span>
      </span>{' '}
      <Status>{formatStatus(entry)}</Status>{' '}
      <span className="text-body-secondary text-end">
        {durationMs !== undefined && formatDuration(durationMs)}
      </span>
    </>
  );
}

export function ViolationBadge({ count }: { count: number }) {
  return (
    <LabelBadge kind="danger" data-symbol="⚠">
      {count}
      <span className="visually-hidden">{count === 1 ? ' violation' : ' violations'}</span>
    </LabelBadge>
  );
}
