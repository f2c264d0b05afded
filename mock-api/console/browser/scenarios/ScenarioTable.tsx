import { useId } from 'react';
import { Badge, Table } from 'react-bootstrap';
import type { ConsoleData, ListedScenario, ScenarioGroup } from '../../consoleData.ts';
import { Status } from '../Status.tsx';
import type { Tester } from '../tester.ts';
import { SendButton } from './SendButton.tsx';

interface RowProps {
  data: ConsoleData;
  tester: Tester;
}

interface ScenarioTableProps extends RowProps {
  group: ScenarioGroup;
  /** Those of the group that are shown. */
  scenarios: readonly ListedScenario[];
}

export function ScenarioTable({ group, scenarios, ...props }: ScenarioTableProps) {
  const id = useId();
  return (
    <section className="mb-4" aria-labelledby={id}>
      <h3 id={id} className="fs-6 fw-bold d-inline-block me-2">
        {group.title}
      </h3>
      <span className="text-body-secondary">{group.usage}</span>
      <Table className="scenario-table align-middle" aria-labelledby={id}>
        <thead>
          <tr>
            <th scope="col">Value</th>
            <th scope="col">Mock responds</th>
            <th scope="col">Page shows</th>
            <th scope="col">
              <span className="visually-hidden">Action</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {scenarios.map((scenario) => (
            <ScenarioRow key={scenario.name} scenario={scenario} {...props} />
          ))}
        </tbody>
      </Table>
    </section>
  );
}

function ScenarioRow({ scenario, data, tester }: RowProps & { scenario: ListedScenario }) {
  const { name, description, expected, status, response, badges, text, action } = scenario;
  return (
    <tr>
      <th scope="row" className="font-monospace">
        {name}
      </th>
      <td title={description}>
        {status === '' ? (
          description
        ) : (
          <>
            <Status>{status}</Status> {response}
            <span className="visually-hidden">. {description}</span>
          </>
        )}
      </td>
      <td title={expected}>
        {badges.map(({ kind, text: label }) => (
          <Badge key={label} bg={`${kind}-subtle`} text={`${kind}-emphasis`}>
            {label}
          </Badge>
        ))}{' '}
        <span className="small text-body-secondary">{renderCode(text)}</span>
      </td>
      <td className="text-end">
        {action?.kind === 'open' && (
          <a
            href={
              data.feedbackPage.replace(
                '{briefId}',
                encodeURIComponent(tester.addTo(action.briefId)),
              ) + (action.query ?? '')
            }
            target="_blank"
            rel="noopener"
          >
            Open
            <span className="visually-hidden"> {name}</span>
          </a>
        )}
        {action?.kind === 'send' && (
          <SendButton
            operations={data.operations}
            call={{ ...action, user: tester.addTo(action.user) }}
            name={name}
          />
        )}
      </td>
    </tr>
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
