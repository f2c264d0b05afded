import { useId } from 'react';
import { Table } from 'react-bootstrap';
import { Link } from 'react-router-dom';
import type { ListedScenario, ScenarioGroup } from '../../consoleData.ts';
import { FilterField } from '../FilterField.tsx';
import { LabelBadge } from '../LabelBadge.tsx';
import type { PageProps } from '../pageProps.ts';
import { Status } from '../Status.tsx';

/** The page of scenarios, by group; with a filter, of those that contain all of its words. */
export function ScenariosPage({ data, params, tester }: PageProps) {
  const { groups = [] } = data;
  const shown = selectScenarios(groups, params.get('text'));

  return (
    <>
      <div className="toolbar">
        <FilterField params={params} placeholder="Words such as 503 submission" />
        <output>{`${countScenarios(shown)} of ${countScenarios(groups)}`}</output>
      </div>
      <div className="columns px-3">
        <nav aria-label="Groups of scenarios">
          {shown.map(({ title, scenarios }) => (
            <a key={title} href={`#${createSectionId(title)}`}>
              {title} <LabelBadge>{scenarios.length}</LabelBadge>
            </a>
          ))}
        </nav>
        <div>
          {shown.length === 0 && (
            <p className="text-center p-5">
              No scenario contains these words.{' '}
              <Link to={params.viewHref('scenarios')}>Remove the filter</Link>
            </p>
          )}
          {shown.map((group) => (
            // There is no page with an invalid name in its URL.
            <ScenarioTable key={group.title} group={group} hasLinks={!tester.isInvalid} />
          ))}
        </div>
      </div>
    </>
  );
}

function countScenarios(groups: readonly ScenarioGroup[]): number {
  return groups.flatMap(({ scenarios }) => scenarios).length;
}

function selectScenarios(groups: readonly ScenarioGroup[], text: string): ScenarioGroup[] {
  const words = text.toLowerCase().split(/\s+/);
  return groups
    .map((group) => ({
      ...group,
      scenarios: group.scenarios.filter((scenario) => {
        const found = `${group.title}\n${collectText(scenario)}`.toLowerCase();
        return words.every((word) => found.includes(word));
      }),
    }))
    .filter(({ scenarios }) => scenarios.length > 0);
}

function collectText({ name, description, status, response, badges = [], text }: ListedScenario) {
  const labels = badges.map((badge) => badge.text);
  return [name, description, status, response, ...labels, text].join('\n');
}

/** Returns the `id` attribute of the section of a group. */
function createSectionId(title: string): string {
  return title.replaceAll(' ', '-');
}

function ScenarioTable({ group, hasLinks }: { group: ScenarioGroup; hasLinks: boolean }) {
  const headingId = useId();
  return (
    <section
      id={createSectionId(group.title)}
      className="scenario-group mb-4"
      aria-labelledby={headingId}
    >
      <div className="group-heading">
        <h3 id={headingId} className="fs-6 fw-bold mb-0">
          {group.title}
        </h3>
        <span className="text-body-secondary" title={group.usage}>
          {group.usage}
        </span>
      </div>
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
          {group.scenarios.map((scenario) => (
            <ScenarioRow key={scenario.name} scenario={scenario} hasLink={hasLinks} />
          ))}
        </tbody>
      </Table>
    </section>
  );
}

function ScenarioRow({ scenario, hasLink }: { scenario: ListedScenario; hasLink: boolean }) {
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
        {hasLink && pageUrl && (
          <a href={pageUrl} target="_blank" rel="noopener">
            Open<span className="visually-hidden"> {name}</span>
          </a>
        )}
      </td>
    </tr>
  );
}
