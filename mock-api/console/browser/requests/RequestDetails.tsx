import { useState } from 'react';
import { Button, Form, Tab, Tabs } from 'react-bootstrap';
import { isTooLong, type JournalEntry } from '../../../journal/journalEntry.ts';
import { describeResponse } from '../describeResponse.ts';
import { replay } from '../export/replay.ts';
import { requestText } from '../export/requestMessage.ts';
import { toCurl } from '../export/toCurl.ts';
import { fetchDocument } from '../fetchDocument.ts';
import { Status } from '../Status.tsx';
import type { ConsoleParams } from '../useConsoleParams.ts';
import { formatDate, formatDuration, formatStatus } from './formatEntry.ts';
import { MessageSection } from './MessageSection.tsx';
import { PropertyList } from './PropertyList.tsx';
import { detailsHeadingId } from './RequestList.tsx';
import { ViolationBadge } from './ViolationBadge.tsx';
import { ViolationList } from './ViolationList.tsx';

export const detailsTabs = ['overview', 'request', 'response', 'violations'] as const;

interface DetailsProps {
  id: number;
  /** Undefined if the journal does not have it. */
  entry: JournalEntry | undefined;
  /** Whether the console may send the request again. */
  canReplay: boolean;
  params: ConsoleParams;
  onClose(): void;
}

/** A request and its response. */
export function RequestDetails(props: DetailsProps) {
  const { id, entry, canReplay, params, onClose } = props;
  return (
    <section className="request-details" aria-labelledby={detailsHeadingId}>
      <div className="details-header">
        <h3 id={detailsHeadingId} tabIndex={-1} aria-live="polite" className="fs-6 fw-bold mb-0">
          {entry
            ? (entry.operation ?? `${entry.method} ${entry.path}`)
            : `The journal has no entry ${id}`}{' '}
          {entry && <Status>{formatStatus(entry)}</Status>}
        </h3>
        <span className="me-auto text-body-secondary">
          {entry?.durationMs !== undefined && formatDuration(entry.durationMs)}
        </span>
        {entry && <Actions key={id} entry={entry} canReplay={canReplay} />}
        <Button
          variant="outline-secondary"
          className="border-0"
          aria-label="Close the details"
          onClick={onClose}
        >
          ✕
        </Button>
      </div>
      {entry ? (
        <EntryTabs entry={entry} params={params} />
      ) : (
        <p className="px-3">It may have been cleared or dropped.</p>
      )}
    </section>
  );
}

/** Without HTTPS or localhost, browsers do not allow to copy a text, and it is shown. */
function Actions({ entry, canReplay }: Pick<DetailsProps, 'canReplay'> & { entry: JournalEntry }) {
  const [note, setNote] = useState('');
  const [shown, setShown] = useState<string>();
  const body = requestText(entry);
  const isComplete = body === undefined || !isTooLong(body);

  async function copy(text: string) {
    if (isSecureContext) await navigator.clipboard.writeText(text);
    else setShown(text);
    const changes = text.match(/(?<=^# )Changed: .*/gm)?.join(' ') ?? '';
    setNote(`${isSecureContext ? 'Copied. ' : ''}${changes}`);
  }

  const actions: [label: string, run: () => Promise<void>][] = [
    [
      'Copy as scenario',
      async () => copy(await fetchDocument(`/mock/journal/${entry.id}/scenario.yaml`)),
    ],
  ];
  if (isComplete) actions.unshift(['Copy as curl', () => copy(toCurl(entry, location.origin))]);
  if (isComplete && canReplay) {
    actions.push(['Replay', async () => setNote(await describeResponse(replay(entry)))]);
  }
  return (
    <>
      {actions.map(([label, run]) => (
        <Button
          key={label}
          variant="outline-secondary"
          onClick={() => run().catch((error: Error) => setNote(error.message))}
        >
          {label}
        </Button>
      ))}
      <output className="details-note">{note}</output>
      {shown !== undefined && (
        <Form.Control
          as="textarea"
          className="details-note"
          rows={6}
          readOnly
          autoFocus
          aria-label="Select and copy this text"
          value={shown}
          onFocus={({ target }) => target.select()}
        />
      )}
    </>
  );
}

function EntryTabs({ entry, params }: Pick<DetailsProps, 'params'> & { entry: JournalEntry }) {
  const { method, path, violations, status, mediaType, outcome, scenario, responseBody } = entry;
  const ofRequest = violations.filter(({ rule }) => rule.startsWith('request.'));
  const ofResponse = violations.filter(({ rule }) => rule.startsWith('response.'));
  const first = violations.length > 0 ? 'violations' : 'response';
  return (
    <Tabs
      id="details"
      variant="underline"
      transition={false}
      mountOnEnter
      unmountOnExit
      activeKey={detailsTabs.find((tab) => tab === params.get('tab')) ?? first}
      onSelect={(tab) => params.replace({ tab: tab ?? '' })}
    >
      <Tab eventKey="overview" title="Overview">
        <PropertyList properties={propertiesOf(entry)} />
      </Tab>
      <Tab eventKey="request" title="Request">
        <MessageSection
          properties={[['Request', <code key={path}>{`${method} ${path}`}</code>]]}
          headers={entry.requestHeaders}
          body={requestText(entry)}
          violations={ofRequest}
          params={params}
        />
      </Tab>
      <Tab eventKey="response" title="Response">
        <MessageSection
          properties={[
            ['Status', [status, outcome].filter((part) => part !== undefined).join(', ')],
            ['Scenario', scenario && <code>{scenario}</code>],
            ['Media type', mediaType && <code>{mediaType}</code>],
            ['Encoding', entry.responseEncoding],
          ]}
          headers={entry.responseHeaders}
          body={responseBody || undefined}
          violations={ofResponse}
          params={params}
        />
      </Tab>
      <Tab
        eventKey="violations"
        title={
          <>Violations {violations.length > 0 && <ViolationBadge count={violations.length} />}</>
        }
      >
        {violations.length === 0 && <p>No violation of the contract.</p>}
        <ViolationList violations={violations} params={params} />
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
