import { useEffect, useRef, useState } from 'react';
import { Button, CloseButton, Tab, Tabs } from 'react-bootstrap';
import { isTooLong, type JournalEntry } from '../../../journal/journalEntry.ts';
import type { RequestsData } from '../../consoleData.ts';
import { Status } from '../Status.tsx';
import type { ConsoleParams } from '../useConsoleParams.ts';
import { formatDate, formatDuration, formatStatus } from './formatEntry.ts';
import { MessageSection } from './MessageSection.tsx';
import { rowId, ViolationBadge } from './RequestList.tsx';
import { requestText, toCurl } from './toCurl.ts';
import { ViolationList } from './ViolationList.tsx';

const detailsTabs = ['request', 'response', 'violations'] as const;

interface RequestDetailsProps {
  id: number;
  requests: RequestsData;
  params: ConsoleParams;
}

/**
 * A request and its response. The heading receives the focus; the row of the request receives it when the details are
 * closed.
 */
export function RequestDetails({ id, requests, params }: RequestDetailsProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    const row = document.getElementById(rowId(id));
    row?.scrollIntoView({ block: 'nearest' });
    heading.current?.focus();
    return () => row?.focus();
  }, [id]);
  const close = () => params.replace({ entry: '' });
  const { selected, rows } = requests;
  // The mock's latest response may still have the details of another request.
  const isLoaded = selected.id === id;
  const entry = isLoaded ? selected.entry : undefined;
  const row = entry ?? rows.find((one) => one.id === id);
  const title = row?.operation ?? (row ? `${row.method} ${row.path}` : `Request ${id}`);

  return (
    <section
      className="request-details"
      aria-labelledby="details-heading"
      onKeyDown={({ key }) => key === 'Escape' && close()}
    >
      <div className="details-header">
        <h3 id="details-heading" ref={heading} tabIndex={-1} className="fs-6 fw-bold mb-0">
          {title} {row && <Status>{formatStatus(row)}</Status>}
        </h3>
        <span className="text-body-secondary">
          {row?.durationMs !== undefined && formatDuration(row.durationMs)}
        </span>
        {entry && <CopyButton key={id} entry={entry} />}
        <CloseButton aria-label="Close the details" onClick={close} />
      </div>
      {entry && <EntryTabs entry={entry} params={params} />}
      {isLoaded && !entry && <p className="px-3">It was cleared or dropped.</p>}
    </section>
  );
}

/** The button that copies a request as a curl command; there is none if the body was too long to record. */
function CopyButton({ entry }: { entry: JournalEntry }) {
  const [note, setNote] = useState('');
  const copyCurl = () =>
    copy(toCurl(entry, location.origin)).then(setNote, (error: Error) => setNote(error.message));

  return (
    <>
      <output className="details-note" title={note}>
        {note}
      </output>
      {!isTooLong(requestText(entry) ?? '') && (
        <Button variant="outline-secondary" onClick={copyCurl}>
          Copy as curl
        </Button>
      )}
    </>
  );
}

async function copy(text: string): Promise<string> {
  if (isSecureContext) await navigator.clipboard.writeText(text);
  else copySelection(text);
  return 'Copied.';
}

/** Copies a text where there is no clipboard API, which browsers have only with HTTPS or at localhost. */
function copySelection(text: string) {
  const field = document.createElement('textarea');
  field.value = text;
  document.body.append(field);
  field.select();
  const isCopied = document.execCommand('copy');
  field.remove();
  if (!isCopied) throw new Error('The browser does not allow to copy.');
}

function EntryTabs({ entry, params }: { entry: JournalEntry; params: ConsoleParams }) {
  const { method, path, violations, status, mediaType, outcome, key, scenario } = entry;
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
      <Tab eventKey="request" title="Request">
        <MessageSection
          entry={entry}
          message="request"
          properties={[
            ['Request', <code key={path}>{`${method} ${path}`}</code>],
            ['Arrived', formatDate(entry.at)],
            ['Key', key && <code>{key}</code>],
            ['Forwarded to', entry.forwardedTo],
          ]}
        />
      </Tab>
      <Tab eventKey="response" title="Response">
        <MessageSection
          entry={entry}
          message="response"
          properties={[
            ['Status', [status, outcome].filter((part) => part !== undefined).join(', ')],
            ['Scenario', scenario && <code>{scenario}</code>],
            ['Media type', mediaType && <code>{mediaType}</code>],
            ['Encoding', entry.responseEncoding],
            ['Reason', entry.reason],
          ]}
        />
      </Tab>
      <Tab
        eventKey="violations"
        title={
          <>Violations {violations.length > 0 && <ViolationBadge count={violations.length} />}</>
        }
      >
        {violations.length === 0 && <p>No violation of the contract.</p>}
        <ViolationList violations={violations} />
      </Tab>
    </Tabs>
  );
}
