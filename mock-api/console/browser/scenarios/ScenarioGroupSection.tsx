import { useId } from 'react';
import type { ConsoleData, ListedScenario, ScenarioGroup } from '../../consoleData.ts';
import type { Suffix } from '../suffix.ts';
import { SendButton } from './SendButton.tsx';

interface ScenarioProps {
  data: ConsoleData;
  suffix: Suffix;
}

export function ScenarioGroupSection({
  group: { title, usage, scenarios },
  ...props
}: ScenarioProps & { group: ScenarioGroup }) {
  const id = useId();
  return (
    <section className="mb-4" aria-labelledby={id}>
      <h3 id={id} className="h6 fw-bold mb-1">
        {title}
      </h3>
      <p className="text-body-secondary mb-2">{usage}</p>
      <ul className="list-unstyled border-top">
        {scenarios.map((scenario) => (
          <ScenarioRow key={scenario.name} scenario={scenario} {...props} />
        ))}
      </ul>
    </section>
  );
}

function ScenarioRow({
  scenario: { name, description, expected, action },
  data,
  suffix,
}: ScenarioProps & { scenario: ListedScenario }) {
  return (
    <li className="row border-bottom py-2 mx-0 align-items-center">
      <b className="col-md-3 font-monospace small ps-0">{name}</b>{' '}
      <div className="col-md-2 ps-0">{renderCode(description)}</div>{' '}
      <div className="col-md-5 ps-0 text-body-secondary">{renderCode(expected)}</div>
      <div className="col-md-2 ps-0 py-1">
        {action?.kind === 'open' && (
          <a
            className="btn btn-outline-secondary"
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
      </div>
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
