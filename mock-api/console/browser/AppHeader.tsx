import { useState } from 'react';
import { Button, Form } from 'react-bootstrap';
import { Link } from 'react-router-dom';
import { CountBadge } from './CountBadge.tsx';
import type { MockState } from './mockConnection.ts';
import type { PageProps } from './pageProps.ts';
import { Status } from './Status.tsx';
import { type View, views } from './views.ts';

interface AppHeaderProps extends PageProps {
  view: View;
}

/** The name of the console, its views, and the suffix that filters all of them. */
export function AppHeader({ view: current, ...props }: AppHeaderProps) {
  const { data, state, params, suffix } = props;
  return (
    <header className="app-bar border-bottom">
      <h1 className="h6 fw-bold mb-0 py-2">{data.name}</h1>
      <LiveIndicator {...state} />
      <nav className="nav nav-underline flex-fill" aria-label="Views">
        {views(props).map(({ view, title, count }) => (
          <Link
            key={view}
            to={params.href({ view })}
            className={`nav-link ${view === current ? 'active' : ''}`}
            aria-current={view === current ? 'page' : undefined}
          >
            {title} {count !== undefined && <CountBadge>{count}</CountBadge>}
          </Link>
        ))}
      </nav>
      <div className="d-flex flex-wrap align-items-center gap-2 py-1">
        <Form.Label htmlFor="suffix" className="mb-0">
          Your suffix
        </Form.Label>
        <Form.Control
          id="suffix"
          className="w-auto"
          htmlSize={10}
          value={suffix.text}
          isInvalid={!suffix.isValid}
          onChange={({ target }) => suffix.set(target.value)}
          aria-describedby="suffix-problem"
          placeholder="e.g. anna"
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
        />
        <div>
          {data.groups && <ResetButton suffix={suffix.value} />}
          <span id="suffix-problem" role="alert" className="text-danger-emphasis">
            {!suffix.isValid &&
              ' Not used: a suffix has letters, digits, “-” and “_”, and is not json, xml or html.'}
          </span>
        </div>
      </div>
    </header>
  );
}

/** For the eye; an alert announces that the connection is lost. */
function LiveIndicator({ entries, isLost }: MockState) {
  if (isLost) return <Status kind="danger">Not connected</Status>;
  if (!entries) return <Status kind="secondary">Connecting …</Status>;
  return <Status kind="success">Live</Status>;
}

function ResetButton({ suffix }: { suffix: string }) {
  const [result, setResult] = useState('');

  async function reset() {
    const owner = suffix === '' ? 'all testers' : suffix;
    const removed = 'attempts, sessions, requests and scenarios added by tests';
    if (!confirm(`Remove the ${removed}, of ${owner}?`)) return;
    const query = suffix === '' ? '' : `?name=${suffix}`;
    const response = await fetch(`/mock/reset${query}`, { method: 'POST' });
    setResult(response.ok ? 'Done.' : `Status ${response.status}`);
  }

  return (
    <>
      <Button variant="outline-secondary" onClick={reset}>
        {suffix === '' ? 'Reset all' : `Reset ${suffix}`}
      </Button>
      <output>{result && ` ${result}`}</output>
    </>
  );
}
