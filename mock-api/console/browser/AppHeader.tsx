import { useState } from 'react';
import { Button, Form } from 'react-bootstrap';
import { Link } from 'react-router-dom';
import type { MockState } from './mockConnection.ts';
import type { PageProps } from './pageProps.ts';
import { type View, views } from './views.ts';

interface AppHeaderProps extends PageProps {
  view: View;
}

/** The name of the console, its views, and the suffix that filters all of them. */
export function AppHeader({ view: current, ...props }: AppHeaderProps) {
  const { data, state, params, suffix } = props;
  return (
    <header className="app-header">
      <h1>{data.name}</h1>
      <LiveIndicator {...state} />
      <nav aria-label="Views">
        {views(props).map(({ view, title, count }) => (
          <Link
            key={view}
            to={params.href({ view })}
            aria-current={view === current ? 'page' : undefined}
          >
            {title} {count !== undefined && <span className="count">{count}</span>}
          </Link>
        ))}
        <a href="/mock/docs">API reference</a>
      </nav>
      <div className="suffix">
        <Form.Label htmlFor="suffix" className="mb-0">
          Your suffix
        </Form.Label>
        <Form.Control
          id="suffix"
          value={suffix.text}
          isInvalid={!suffix.isValid}
          onChange={({ target }) => suffix.set(target.value)}
          aria-describedby="suffix-problem"
          placeholder="e.g. anna"
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
        />
        {data.groups && <ResetButton suffix={suffix.value} />}
        <div id="suffix-problem" role="alert" className="text-danger-emphasis">
          {!suffix.isValid && 'Not used: a suffix consists of letters, digits, “-” and “_”.'}
        </div>
      </div>
    </header>
  );
}

/** For the eye; an alert announces that the connection is lost. */
function LiveIndicator({ entries, isLost }: MockState) {
  if (isLost) return <span className="status status-danger">Not connected</span>;
  if (!entries) return <span className="status status-secondary">Connecting …</span>;
  return <span className="status status-success">Live</span>;
}

function ResetButton({ suffix }: { suffix: string }) {
  const [result, setResult] = useState('');

  async function reset() {
    const owner = suffix === '' ? 'all testers' : suffix;
    if (!confirm(`Remove the attempts, sessions and requests of ${owner}?`)) return;
    const query = suffix === '' ? '' : `?suffix=${suffix}`;
    const response = await fetch(`/mock/reset${query}`, { method: 'POST' });
    setResult(response.ok ? 'Done.' : `Status ${response.status}`);
  }

  return (
    <>
      <Button variant="outline-secondary" onClick={reset}>
        {suffix === '' ? 'Reset all' : `Reset ${suffix}`}
      </Button>
      <output>{result}</output>
    </>
  );
}
