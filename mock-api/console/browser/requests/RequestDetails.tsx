import { useState } from 'react';
import { Button, Tab, Tabs } from 'react-bootstrap';
import { Link } from 'react-router-dom';
import { isTooLong, type JournalEntry } from '../../../journal/journalEntry.ts';
import { describeResponse } from '../describeResponse.ts';
import { replay } from '../export/replay.ts';
import { requestText } from '../export/requestMessage.ts';
import { toCurl } from '../export/toCurl.ts';
import { Status } from '../Status.tsx';
import type { ConsoleParams } from '../useConsoleParams.ts';
import { CopyButton } from './CopyButton.tsx';
import { formatDate, formatStatus, nameOf, statusKind } from './formatEntry.ts';
import { MessageSection } from './MessageSection.tsx';
import { PropertyList } from './PropertyList.tsx';
import { detailsHeadingId } from './RequestList.tsx';
import { ViolationBadge } from './ViolationBadge.tsx';

export const detailsTabs = ['overview', 'request', 'response', 'violations'] as const;

interface DetailsProps {
  id: number;
  /** Undefined if the journal does not have it. */
  entry: JournalEntry | undefined;
  /** Whether the console may send the request again. */
  canReplay: boolean;
  params: ConsoleParams;
  /** Whether there is a next or a previous request. */
  hasNeighbour(by: 1 | -1): boolean;
  onStep(by: 1 | -1): void;
  onClose(): void;
}

/** A request and its response. */
export function RequestDetails(props: DetailsProps) {
  const { id, entry, canReplay, params, hasNeighbour, onStep, onClose } = props;
  return (
    <section className="request-details border rounded p-3" aria-labelledby={detailsHeadingId}>
      <div className="d-flex flex-wrap align-items-center gap-2">
        <h3
          id={detailsHeadingId}
          tabIndex={-1}
          aria-live="polite"
          className="h6 fw-bold mb-0 me-auto"
        >
          {entry ? nameOf(entry) : `The journal has no entry ${id}`}{' '}
          {entry && <Status kind={statusKind(entry)}>{formatStatus(entry)}</Status>}
        </h3>
        {([-1, 1] as const).map((by) => (
          <Button
            key={by}
            variant="outline-secondary"
            aria-label={by > 0 ? 'Next request' : 'Previous request'}
            aria-disabled={!hasNeighbour(by)}
            onClick={() => onStep(by)}
          >
            {by > 0 ? '↓' : '↑'}
          </Button>
        ))}
        <Button variant="outline-secondary" aria-label="Close the details" onClick={onClose}>
          ✕
        </Button>
      </div>
      {entry ? (
        <>
          <Actions key={id} entry={entry} canReplay={canReplay} />
          <EntryTabs entry={entry} params={params} />
        </>
      ) : (
        <p>It may have been cleared or dropped.</p>
      )}
    </section>
  );
}

function Actions({ entry, canReplay }: Pick<DetailsProps, 'canReplay'> & { entry: JournalEntry }) {
  const [result, setResult] = useState('');
  const body = requestText(entry);
  const isComplete = body === undefined || !isTooLong(body);
  return (
    <div className="d-flex flex-wrap align-items-center gap-2 my-2">
      {isComplete && (
        <CopyButton label="Copy as curl" text={() => toCurl(entry, location.origin)} />
      )}
      <CopyButton
        label="Copy as scenario"
        text={() => fetchScenario(entry)}
        describe={(yaml) => yaml.match(/(?<=^# )Changed: .*/gm)?.join(' ')}
      />
      {canReplay && isComplete && (
        <Button
          variant="outline-secondary"
          onClick={async () => setResult(await describeResponse(replay(entry)))}
        >
          Replay
        </Button>
      )}
      <output>{result}</output>
    </div>
  );
}

function EntryTabs({ entry, params }: Pick<DetailsProps, 'params'> & { entry: JournalEntry }) {
  const { method, path, violations } = entry;
  const { status, mediaType, outcome, responseEncoding } = entry;
  const known = [status, mediaType, outcome, responseEncoding].filter((part) => part !== undefined);
  return (
    <Tabs
      id="details"
      className="border-bottom mb-3"
      variant="underline"
      transition={false}
      mountOnEnter
      unmountOnExit
      activeKey={detailsTabs.find((tab) => tab === params.get('tab')) ?? detailsTabs[0]}
      onSelect={(tab) => params.replace({ tab: tab ?? '' })}
    >
      <Tab eventKey="overview" title="Overview">
        <PropertyList properties={propertiesOf(entry)} />
      </Tab>
      <Tab eventKey="request" title="Request">
        <MessageSection
          start={`${method} ${path}`}
          headers={entry.requestHeaders}
          body={requestText(entry)}
        />
      </Tab>
      <Tab eventKey="response" title="Response">
        <MessageSection
          start={known.join(', ')}
          headers={entry.responseHeaders}
          body={entry.responseBody || undefined}
        />
      </Tab>
      <Tab
        eventKey="violations"
        title={
          <>Violations {violations.length > 0 && <ViolationBadge count={violations.length} />}</>
        }
      >
        {violations.length === 0 && <p>No violation of the contract.</p>}
        <ul className="list-unstyled">
          {violations.map(({ message, rule, line, pointer }) => (
            <li
              key={pointer + message}
              className="bg-danger-subtle text-danger-emphasis rounded px-3 py-2 mb-2"
            >
              {message} ({rule},{' '}
              <Link to={params.href({ view: 'contract', line: String(line) })}>
                line {line} of the contract
              </Link>
              )
            </li>
          ))}
        </ul>
      </Tab>
    </Tabs>
  );
}

function propertiesOf(entry: JournalEntry) {
  const { at, method, path, durationMs, delayMs, key, scenario, reason } = entry;
  return [
    ['Request', <code key={path}>{`${method} ${path}`}</code>],
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
    ['Reason', reason],
    ['Forwarded to', entry.forwardedTo],
    ['Example', entry.example],
  ] as const;
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
