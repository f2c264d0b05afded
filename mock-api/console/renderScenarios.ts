import { captchaBehaviours } from '../captcha/captchaBehaviours.ts';
import type { MockData } from '../operations/mockData.ts';
import type { Scenario } from '../scenarios/scenario.ts';
import { isScenarioOperation, scenarioOperations } from '../scenarios/scenarioOperations.ts';
import { type Html, html } from './html.ts';

/** Renders every value that a tester can use, each with a link or button that uses it. */
export function renderScenarios(
  { briefs, users, scenarios }: MockData,
  feedbackPage: string,
): Html {
  const hrefFor = (briefId: string) =>
    feedbackPage.replace('{briefId}', encodeURIComponent(briefId));
  const openLink = (briefId: string, query = '') =>
    html`<a class="open" data-key="${briefId}" data-query="${query}" href="${hrefFor(briefId)}${query}" target="_blank" rel="noopener">Open<span class="hidden"> ${briefId}${query}</span></a>`;
  const sendButton = (user: string, operation: string, password = 'any') =>
    html`<button type="button" data-user="${user}" data-password="${password}" data-operation="${operation}">Send<span class="hidden"> ${user}</span></button>`;
  const actionFor = ({ id, operation }: Scenario) => {
    if (operation === 'getBrief' || operation === 'submitFeedback') return openLink(id);
    return isScenarioOperation(operation) ? sendButton(id, operation) : html``;
  };
  const scenarioRow = (scenario: Scenario) =>
    row(scenario.id, scenario.description, scenario.expectation, actionFor(scenario));
  const otherOperations = [...new Set(scenarios.list.map(({ operation }) => operation))].filter(
    (operation) => !isScenarioOperation(operation),
  );

  return html`<section id="scenarios" aria-labelledby="scenarios-heading">
  <h2 id="scenarios-heading">Scenarios</h2>
  <form id="suffix-form" class="suffix-form">
    <label>Your suffix
      <input id="suffix" pattern="[A-Za-z0-9_\-]*" maxlength="40" autocomplete="off" spellcheck="false" placeholder="anna">
    </label>
    <p>It is added to every value after a dot and separates you from other testers: attempts with <code>flaky-brief.anna</code> are counted and recorded for Anna only.</p>
    <p id="suffix-problem" class="error" role="alert"></p>
    <p><button type="button" id="reset">Reset everything</button> <output id="reset-result"></output></p>
  </form>
  <label class="search">Search the scenarios
    <input type="search" id="scenario-search" autocomplete="off" spellcheck="false" placeholder="503 submission">
  </label>
  <p>As data, to copy one and change it: <a href="/mock/scenarios.yaml">/mock/scenarios.yaml</a></p>
  <div id="scenario-groups">
  ${group(
    'Briefs',
    'From data.yaml. Any other id results in a 404.',
    [...briefs].map(([id, { fullName }]) =>
      row(id, 'Responds with the brief.', `The heading “Feedback for ${fullName}”.`, openLink(id)),
    ),
  )}
  ${Object.entries(scenarioOperations).map(([operation, { title, usage }]) =>
    group(
      title,
      usage,
      scenarios.list.filter((scenario) => scenario.operation === operation).map(scenarioRow),
    ),
  )}
  ${otherOperations.map((operation) =>
    group(
      operation,
      'The first value of the path, the query or the body that is one of these selects the scenario.',
      scenarios.list.filter((scenario) => scenario.operation === operation).map(scenarioRow),
    ),
  )}
  ${group(
    'Staff',
    'From data.yaml, with their passwords.',
    [...users].map(([name, { password, passwordExpired }]) =>
      row(
        name,
        `Password: ${password}`,
        passwordExpired
          ? 'The call resolves to `successful: true` and `changePassword: true`.'
          : 'The call resolves to `successful: true`.',
        sendButton(name, 'getCurrentUser', password),
      ),
    ),
  )}
  ${group(
    'Captcha',
    'The page’s URL selects the outcome: add ?captcha= and the name. Write a message and submit it.',
    Object.entries(captchaBehaviours).map(([name, { description, expected }]) =>
      row(`?captcha=${name}`, description, expected, openLink('daily-harvest', `?captcha=${name}`)),
    ),
  )}
  </div>
</section>`;
}

function group(title: string, usage: string, rows: readonly Html[]): Html {
  return html`<details class="group">
    <summary><h3>${title}</h3> <span class="count">${rows.length}</span></summary>
    <p>${usage}</p>
    <ul class="rows">${rows}</ul>
  </details>`;
}

function row(name: string, description: string, expected: string, action: Html): Html {
  return html`<li>
      <div><code class="name">${name}</code> <span class="description">${description}</span></div>
      <span class="expected">${renderCode(expected)}</span>
      <span class="action">${action} <output></output></span>
    </li>`;
}

/** Renders text between backticks as code. */
function renderCode(text: string): Html[] {
  return text
    .split('`')
    .map((part, i) => (i % 2 === 1 ? html`<code>${part}</code>` : html`${part}`));
}
