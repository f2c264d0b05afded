import { type ReactNode, useState } from 'react';
import { Badge, Button, CloseButton } from 'react-bootstrap';
import { Link } from 'react-router-dom';
import { isTooLong } from '../../../journal/describeRequest.ts';
import type { JournalEntry } from '../../../journal/journalEntry.ts';
import { replay } from '../export/replay.ts';
import { requestText } from '../export/requestMessage.ts';
import { toCurl } from '../export/toCurl.ts';
import { CopyButton } from './CopyButton.tsx';
import { countViolations, formatDate, formatStatus, nameOf, statusColour } from './formatEntry.ts';
import { MessageSection } from './MessageSection.tsx';
import { detailsHeadingId } from './useFocusOnSelection.ts';

interface RequestDetailsProps {
  entry: JournalEntry;
  /** Whether the console may send the request again. */
  canReplay: boolean;
  contractLink(line: number): string;
  onClose(): void;
}

/** A request and its response. */
export function RequestDetails({ entry, canReplay, contractLink, onClose }: RequestDetailsProps) {
  const { method, path, violations, responseBody } = entry;
  const body = requestText(entry);
  const isComplete = body === undefined || !isTooLong(body);
  return (
    <section className="request-details border rounded p-3" aria-labelledby={detailsHeadingId}>
      <div className="d-flex align-items-center gap-2 mb-3">
        <h3 id={detailsHeadingId} tabIndex={-1} className="h5 mb-0 text-break">
          {nameOf(entry)}
        </h3>
        <Badge bg={`${statusColour(entry)}-subtle`} text={`${statusColour(entry)}-emphasis`}>
          {formatStatus(entry)}
        </Badge>
        <CloseButton className="ms-auto" aria-label="Close the details" onClick={onClose} />
      </div>
      <div className="d-flex flex-wrap align-items-center gap-2 mb-3">
        {isComplete && (
          <CopyButton label="Copy as curl" text={() => toCurl(entry, location.origin)} />
        )}
        <CopyButton
          label="Copy as scenario"
          text={() => fetchScenario(entry)}
          describe={(yaml) => yaml.match(/(?<=^# )Changed: .*/gm)?.join(' ')}
        />
        {canReplay && isComplete && <ReplayButton entry={entry} />}
      </div>
      <Properties entry={entry} />
      {violations.length > 0 && (
        <>
          <h4 className="h6 fw-bold">{countViolations(entry)}</h4>
          <ul>
            {violations.map(({ message, rule, line, pointer }) => (
              <li key={pointer + message}>
                {message} ({rule}, <Link to={contractLink(line)}>line {line} of the contract</Link>)
              </li>
            ))}
          </ul>
        </>
      )}
      <MessageSection
        title="Request"
        start={`${method} ${path}`}
        headers={entry.requestHeaders}
        body={body}
      />
      <MessageSection
        title="Response"
        start={formatResponse(entry)}
        headers={entry.responseHeaders}
        body={responseBody || undefined}
      />
    </section>
  );
}

/** Shown for a link to an entry that the journal does not have. */
export function MissingEntry({ id, onClose }: { id: number; onClose(): void }) {
  return (
    <section className="request-details border rounded p-3" aria-labelledby={detailsHeadingId}>
      <div className="d-flex align-items-center gap-2">
        <h3 id={detailsHeadingId} tabIndex={-1} className="h5 mb-0">
          The journal has no entry {id}
        </h3>
        <CloseButton className="ms-auto" aria-label="Close the details" onClick={onClose} />
      </div>
      <p className="mb-0">It may have been cleared or dropped.</p>
    </section>
  );
}

function Properties({ entry }: { entry: JournalEntry }) {
  const { at, durationMs, delayMs, key, scenario, subscriber, reason, example, forwardedTo } =
    entry;
  const properties: [name: string, value: ReactNode][] = [
    [
      'Arrived',
      <time key={at} dateTime={at}>
        {formatDate(at)}
      </time>,
    ],
    ['Duration', durationMs !== undefined && `${durationMs} ms`],
    ['Delay', delayMs !== undefined && `${delayMs} ms`],
    ['Key', key && <code>{key}</code>],
    ['Scenario', scenario && <code>{scenario}</code>],
    ['Subscriber', subscriber],
    ['Reason', reason],
    ['Forwarded to', forwardedTo],
    ['Example', example],
  ];
  return (
    <dl className="properties">
      {properties.map(
        ([name, value]) =>
          value && (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ),
      )}
    </dl>
  );
}

function ReplayButton({ entry }: { entry: JournalEntry }) {
  const [result, setResult] = useState('');
  return (
    <span className="d-inline-flex align-items-center gap-1">
      <Button
        size="sm"
        variant="outline-secondary"
        onClick={async () => setResult(await replay(entry))}
      >
        Replay
      </Button>
      <output>{result}</output>
    </span>
  );
}

function formatResponse({ status, mediaType, outcome, responseEncoding }: JournalEntry): string {
  return [status, mediaType, outcome, responseEncoding]
    .filter((part) => part !== undefined)
    .join(', ');
}

/**
 * Resolves to an entry of the section `scenarios` of the data file that responds as to this request.
 * @throws {Error} with the reason if there is none
 */
async function fetchScenario({ id }: JournalEntry): Promise<string> {
  const response = await fetch(`/mock/journal/${id}/scenario.yaml`).catch(() => undefined);
  if (response?.ok) return response.text();
  const { detail } = (await response?.json().catch(() => undefined)) ?? {};
  throw new Error(detail ?? 'The mock did not respond.');
}
