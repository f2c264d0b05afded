import { useState } from 'react';
import { Badge, Button, Form, Nav } from 'react-bootstrap';
import { Link } from 'react-router-dom';
import type { PageProps } from './pageProps.ts';
import { type View, views } from './views.ts';

interface AppHeaderProps extends PageProps {
  view: View;
}

/** The name of the console, its views, and the suffix that filters all of them. */
export function AppHeader({ view: current, ...props }: AppHeaderProps) {
  const { data, params, suffix } = props;
  return (
    <header className="border-bottom bg-body-tertiary px-3 pt-3">
      <title>{data.name}</title>
      <div className="d-flex flex-wrap align-items-baseline column-gap-3">
        <h1 className="h4 mb-0">{data.name}</h1>
        <p className="mb-0 text-body-secondary">{data.description}</p>
        <a href="/mock/docs">API reference</a>
      </div>
      <div className="d-flex flex-wrap align-items-end justify-content-between column-gap-4 row-gap-2">
        <nav aria-label="Views">
          <Nav variant="underline" className="row-gap-0">
            {views(props).map(({ view, title, count }) => (
              <Nav.Link
                key={view}
                as={Link}
                to={params.href({ view })}
                active={view === current}
                aria-current={view === current ? 'page' : undefined}
              >
                {title} {count !== undefined && <Badge bg="secondary">{count}</Badge>}
              </Nav.Link>
            ))}
          </Nav>
        </nav>
        <div className="d-flex flex-wrap align-items-start gap-2 pb-2">
          <Form.Label htmlFor="suffix" className="col-form-label">
            Your suffix
          </Form.Label>
          <div className="suffix-field">
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
            <div id="suffix-problem" role="alert" className="invalid-feedback">
              {!suffix.isValid && 'Not used: a suffix consists of letters, digits, “-” and “_”.'}
            </div>
          </div>
          {data.groups && <ResetButton suffix={suffix.value} />}
        </div>
      </div>
    </header>
  );
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
      <output className="col-form-label">{result}</output>
    </>
  );
}
