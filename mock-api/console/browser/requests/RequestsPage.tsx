import { Button } from 'react-bootstrap';
import { Link } from 'react-router-dom';
import { FilterField } from '../FilterField.tsx';
import { post } from '../fetchJson.ts';
import type { PageProps } from '../pageProps.ts';
import { RequestDetails } from './RequestDetails.tsx';
import { RequestList } from './RequestList.tsx';

export function RequestsPage(page: PageProps) {
  const { requests, params } = page;
  const ids = requests?.ids ?? [];
  const selectedId = Number(params.get('entry'));

  return (
    <>
      <div className="toolbar">
        <FilterField params={params} placeholder="Words, or status: operation: key: scenario:" />
        <output>
          {requests ? `${ids.length} of ${requests.total}` : 'Connecting …'}
          {requests && requests.dropped > 0 && `, ${requests.dropped} dropped`}
        </output>
        <Button
          variant="outline-secondary"
          className="text-danger-emphasis"
          disabled={ids.length === 0}
          onClick={() => clear(ids)}
        >
          Clear {ids.length}
        </Button>
        <p role="alert" className="mb-0 text-danger-emphasis">
          {requests?.filterProblem}
        </p>
      </div>
      <div className={`requests-area ${selectedId ? 'with-details' : ''}`}>
        {requests && ids.length > 0 && (
          <RequestList {...page} requests={requests} selectedId={selectedId} />
        )}
        {requests && ids.length === 0 && <Absence {...page} total={requests.total} />}
        {requests && selectedId > 0 && (
          <RequestDetails id={selectedId} requests={requests} params={params} />
        )}
      </div>
    </>
  );
}

/** The explanation of an empty list, with links. */
function Absence({ data, params, tester, total }: PageProps & { total: number }) {
  return (
    <p className="text-center p-5 mb-0">
      {total === 0 ? describeAbsence(tester) : `None of the ${total} requests meets the filter.`}{' '}
      {total > 0 && <Link to={params.viewHref('requests')}>Remove the filter</Link>}{' '}
      {data.groups && <Link to={params.viewHref('scenarios')}>Open a scenario</Link>}
    </p>
  );
}

function describeAbsence({ isInvalid, name }: PageProps['tester']): string {
  if (isInvalid) return 'No requests, because the name is not valid.';
  if (name !== '') return `No request has the name ${name}.`;
  return 'No requests yet. They appear here as they arrive.';
}

async function clear(ids: readonly number[]) {
  if (!confirm(`Remove the requests shown from the journal (${ids.length})?`)) return;
  await post('/mock/journal/clear', { ids });
}
