import { useId } from 'react';
import { Table } from 'react-bootstrap';
import type { ListedScenario, ScenarioGroup } from '../../consoleData.ts';
import { LabelBadge } from '../LabelBadge.tsx';
import { Status } from '../Status.tsx';

interface ScenarioTableProps {
  group: ScenarioGroup;
  /** Those of the group that are shown. */
  scenarios: readonly ListedScenario[];
}

export function ScenarioTable({ group, scenarios }: ScenarioTableProps) {
  const id = useId();
  return (
    <section className="mb-4" aria-labelledby={id}>
      <h3 id={id} className="fs-6 fw-bold d-inline-block me-2">
        {group.title}
      </h3>
      <span className="text-body-secondary">{group.usage}</span>
      <Table className="scenario-table align-middle">
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
            <ScenarioRow key={scenario.name} {...scenario} />
          ))}
        </tbody>
      </Table>
    </section>
  );
}

function ScenarioRow(scenario: ListedScenario) {
  const { name, description, status, response, badges, text, pageUrl } = scenario;
  return (
    <tr>
      <th scope="row" className="font-monospace">
        {name}
      </th>
      <td title={description}>
        {status && <Status>{status}</Status>} {response}{' '}
        <span className={status && 'visually-hidden'}>{description}</span>
      </td>
      <td title={text}>
        {badges?.map(({ kind, text: label }) => (
          <LabelBadge key={label} kind={kind}>
            {label}
          </LabelBadge>
        ))}{' '}
        <span className="small text-body-secondary">{text}</span>
      </td>
      <td className="text-end">
        {pageUrl && (
          <a href={pageUrl} target="_blank" rel="noopener">
            Open<span className="visually-hidden"> {name}</span>
          </a>
        )}
      </td>
    </tr>
  );
}
