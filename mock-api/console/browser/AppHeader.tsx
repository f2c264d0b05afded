import { Button, Form } from 'react-bootstrap';
import { Link } from 'react-router-dom';
import { post } from './fetchJson.ts';
import type { Tester } from './getTester.ts';
import { LabelBadge } from './LabelBadge.tsx';
import type { PageProps } from './pageProps.ts';
import { titles, type View } from './views.ts';

interface AppHeaderProps extends PageProps {
  views: readonly View[];
  current: View;
}

/** The name of the console, its views, and the tester's name, which filters all of them. */
export function AppHeader(props: AppHeaderProps) {
  const { data, requests, params, tester, views, current } = props;

  return (
    <header className="app-bar border-bottom">
      <h1 className="fs-6 fw-bold mb-0 py-2">{data.name}</h1>
      <nav className="nav nav-underline flex-fill" aria-label="Views">
        {views.map((view) => (
          <Link
            key={view}
            to={params.viewHref(view)}
            className={`nav-link ${view === current ? 'active' : ''}`}
            aria-current={view === current ? 'page' : undefined}
          >
            {titles[view]} {view === 'requests' && <LabelBadge>{requests?.total}</LabelBadge>}
          </Link>
        ))}
      </nav>
      <div className="tester d-flex flex-wrap align-items-center gap-2">
        <Form.Label htmlFor="name" className="small mb-0 text-body-secondary">
          Name in URLs
        </Form.Label>
        <Form.Control
          id="name"
          className="w-auto"
          htmlSize={10}
          value={tester.text}
          isInvalid={tester.isInvalid}
          onChange={({ target }) => tester.set(target.value)}
          aria-describedby="name-problem"
          placeholder="e.g. anna"
          autoComplete="off"
          autoCapitalize="off"
        />
        {data.groups && (
          <Button
            variant="outline-secondary"
            className="reset"
            disabled={tester.isInvalid}
            onClick={() => reset(tester)}
          >
            <span>{tester.text === '' ? 'Reset all' : `Reset ${tester.text}`}</span>
          </Button>
        )}
        <span id="name-problem" role="alert" className="text-danger-emphasis">
          {tester.isInvalid &&
            'Selects no requests: a name has letters, digits, “-” and “_”, and is not json, xml, html or none.'}
        </span>
      </div>
    </header>
  );
}

async function reset({ name, query }: Tester) {
  const removed = 'attempts, sessions, requests and scenarios added by tests';
  if (!confirm(`Remove the ${removed}, of ${name || 'all testers'}?`)) return;
  await post(`/mock/reset${query}`);
}
