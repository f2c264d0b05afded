import { Badge, ListGroup } from 'react-bootstrap';
import type { ConsoleData, ListedScenario, ScenarioGroup } from '../../consoleData.ts';
import type { Suffix } from '../suffix.ts';
import { SendButton } from './SendButton.tsx';

interface ScenarioGroupsProps {
  groups: readonly ScenarioGroup[];
  data: ConsoleData;
  suffix: Suffix;
}

export function ScenarioGroups({ groups, ...props }: ScenarioGroupsProps) {
  return (
    <div className="scenarios">
      <nav aria-label="Groups of scenarios">
        <ListGroup>
          {groups.map(({ title, scenarios }) => (
            <ListGroup.Item
              key={title}
              action
              href={`#${idOf(title)}`}
              className="d-flex align-items-center gap-2"
            >
              <span className="me-auto">{title}</span>
              <Badge bg="secondary">{scenarios.length}</Badge>
            </ListGroup.Item>
          ))}
        </ListGroup>
      </nav>
      <div>
        {groups.map(({ title, usage, scenarios }) => (
          <section
            key={title}
            id={idOf(title)}
            className="mb-4"
            aria-labelledby={`${idOf(title)}-heading`}
          >
            <h3 id={`${idOf(title)}-heading`} className="h5 mb-1">
              {title}
            </h3>
            <p className="text-body-secondary mb-2">{usage}</p>
            <ul className="list-unstyled border-top">
              {scenarios.map((scenario) => (
                <ScenarioRow key={scenario.name} scenario={scenario} {...props} />
              ))}
            </ul>
          </section>
        ))}
      </div>
    </div>
  );
}

interface ScenarioRowProps extends Omit<ScenarioGroupsProps, 'groups'> {
  scenario: ListedScenario;
}

function ScenarioRow({
  scenario: { name, description, expected, action },
  data,
  suffix,
}: ScenarioRowProps) {
  return (
    <li className="scenario border-bottom py-2">
      <div>
        <code className="fw-semibold">{name}</code> <div>{renderCode(description)}</div>
      </div>
      <div className="text-body-secondary">{renderCode(expected)}</div>
      {action?.kind === 'open' && (
        <a
          className="btn btn-outline-primary btn-sm justify-self-start"
          href={
            data.feedbackPage.replace(
              '{briefId}',
              encodeURIComponent(suffix.addTo(action.briefId)),
            ) + (action.query ?? '')
          }
          target="_blank"
          rel="noopener"
        >
          {action.isAttempt ? 'Open the next attempt' : 'Open'}
          <span className="visually-hidden"> {name}</span>
        </a>
      )}
      {action?.kind === 'send' && (
        <SendButton
          operations={data.operations}
          call={{ ...action, user: suffix.addTo(action.user) }}
          name={name}
        />
      )}
    </li>
  );
}

/** Renders text between backticks as code. */
function renderCode(text: string) {
  return (
    text
      .split('`')
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other identity
      .map((part, i) => (i % 2 === 1 ? <code key={i}>{part}</code> : part))
  );
}

function idOf(title: string): string {
  return `group-${title.toLowerCase().replaceAll(' ', '-')}`;
}
