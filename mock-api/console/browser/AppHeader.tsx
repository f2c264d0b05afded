import { useState } from 'react';
import { Button, Form } from 'react-bootstrap';
import { Link } from 'react-router-dom';
import { CountBadge } from './CountBadge.tsx';
import type { PageProps } from './pageProps.ts';
import type { Tester } from './tester.ts';
import { type View, views } from './views.ts';

interface AppHeaderProps extends PageProps {
  view: View;
}

/** The name of the console, its views, and the tester's name, which filters all of them. */
export function AppHeader({ view: current, ...props }: AppHeaderProps) {
  const { data, params, tester } = props;
  return (
    <header className="app-bar border-bottom">
      <h1 className="fs-6 fw-bold mb-0 py-2">{data.name}</h1>
      <nav className="nav nav-underline flex-fill" aria-label="Views">
        {views(props).map(({ view, title, count }) => (
          <Link
            key={view}
            to={params.viewHref(view)}
            className={`nav-link ${view === current ? 'active' : ''}`}
            aria-current={view === current ? 'page' : undefined}
          >
            {title} {count !== undefined && <CountBadge>{count}</CountBadge>}
          </Link>
        ))}
      </nav>
      <div className="d-flex flex-wrap align-items-center gap-2">
        <Form.Label htmlFor="name" className="mb-0 text-body-secondary">
          Your name
        </Form.Label>
        <Form.Control
          id="name"
          className="w-auto"
          htmlSize={10}
          value={tester.text}
          isInvalid={!tester.isValid}
          onChange={({ target }) => tester.set(target.value)}
          aria-describedby="name-problem"
          placeholder="e.g. anna"
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
        />
        <div>
          {data.groups && <ResetButton {...tester} />}
          <span id="name-problem" role="alert" className="text-danger-emphasis">
            {!tester.isValid &&
              ' Not used: a name has letters, digits, “-” and “_”, and is not json, xml or html.'}
          </span>
        </div>
      </div>
    </header>
  );
}

function ResetButton({ name, query }: Tester) {
  const [result, setResult] = useState('');

  async function reset() {
    const owner = name === '' ? 'all testers' : name;
    const removed = 'attempts, sessions, requests and scenarios added by tests';
    if (!confirm(`Remove the ${removed}, of ${owner}?`)) return;
    const response = await fetch(`/mock/reset${query}`, { method: 'POST' });
    setResult(response.ok ? 'Done.' : `Status ${response.status}`);
  }

  return (
    <>
      <Button variant="outline-secondary" onClick={reset}>
        {name === '' ? 'Reset all' : `Reset ${name}`}
      </Button>
      <output>{result && ` ${result}`}</output>
    </>
  );
}
