import { captchaOutcomes } from '../captcha/outcomes.ts';
import { describeShown } from '../describeShown.ts';
import { type Scenario, scenarios } from '../scenarios.ts';
import type { OperationId } from '../shown.ts';
import type { World } from '../world/world.ts';
import { type Html, html } from './html.ts';

const SUBSCRIBER = '3141592';

/** What an operation's scenarios are called, and how a tester comes to them. */
const GROUPS: Record<OperationId, { title: string; how: string }> = {
  getBrief: {
    title: 'Reading a brief',
    how: 'The brief id in the page’s address decides.',
  },
  submitFeedback: {
    title: 'Sending a message',
    how: 'The brief id decides here too. The page loads; write something and submit it.',
  },
  signIn: {
    title: 'Signing in',
    how: 'The user name decides; any password will do. The page has no sign-in, so the call is made from here.',
  },
  getCurrentUser: {
    title: 'Asking who is signed in',
    how: 'The user name decides. Signing in works; then the current user is asked for.',
  },
  signOut: {
    title: 'Signing out',
    how: 'The user name decides. Signing in works; then comes the sign-out.',
  },
};

/** Every value a tester can use, with a way to use it at once. */
export function renderScenarios({ data }: World, feedbackPage: string): Html {
  const addressOf = (briefId: string) =>
    feedbackPage
      .replace('{subscriberId}', SUBSCRIBER)
      .replace('{briefId}', encodeURIComponent(briefId));
  const open = (briefId: string, query = '') =>
    html`<a class="open" data-key="${briefId}" data-query="${query}" href="${addressOf(briefId)}${query}" target="_blank" rel="noopener">Open<span class="hidden"> ${briefId}${query}</span></a>`;
  const send = (user: string, operation: string, password = 'any') =>
    html`<button type="button" data-user="${user}" data-password="${password}" data-operation="${operation}">Send<span class="hidden"> ${user}</span></button>`;
  const tryOut = ({ id, operation }: Scenario) =>
    operation === 'getBrief' || operation === 'submitFeedback' ? open(id) : send(id, operation);

  return html`<section id="scenarios" aria-labelledby="scenarios-heading">
  <h2 id="scenarios-heading">Scenarios</h2>
  <form id="suffix-form" class="suffix-form">
    <label>Your suffix
      <input id="suffix" pattern="[A-Za-z0-9_\-]*" maxlength="40" autocomplete="off" spellcheck="false" placeholder="anna">
    </label>
    <p>It goes behind a dot at the end of each value and keeps you apart from other testers: what is counted and recorded for <code>flaky-brief.anna</code> is Anna’s alone.</p>
  </form>
  ${group('Ordinary briefs', 'From data.yaml. Any other id is unknown and answered with 404.', [
    ...[...data.briefs].map(([id, { fullName }]) =>
      row(id, 'Is served.', `The heading “Feedback for ${fullName}”.`, open(id)),
    ),
  ])}
  ${Object.entries(GROUPS).map(([operation, { title, how }]) =>
    group(
      title,
      how,
      scenarios
        .filter((scenario) => scenario.operation === operation)
        .map((scenario) =>
          row(scenario.id, scenario.does, describeShown(scenario), tryOut(scenario)),
        ),
    ),
  )}
  ${group(
    'Staff',
    'From data.yaml, with their passwords.',
    [...data.users].map(([name, { password, passwordExpired }]) =>
      row(
        name,
        `Password: ${password}`,
        passwordExpired
          ? 'The call resolves to `successful: true` and `changePassword: true`.'
          : 'The call resolves to `successful: true`.',
        send(name, 'getCurrentUser', password),
      ),
    ),
  )}
  ${group(
    'Captcha',
    'The page’s address decides: add ?captcha= and the name. Write something and submit it.',
    Object.entries(captchaOutcomes).map(([name, { does, shows }]) =>
      row(`?captcha=${name}`, does, shows, open('daily-harvest', `?captcha=${name}`)),
    ),
  )}
</section>`;
}

function group(title: string, how: string, rows: readonly Html[]): Html {
  return html`<details class="group">
    <summary><h3>${title}</h3> <span class="count">${rows.length}</span></summary>
    <p>${how}</p>
    <ul class="rows">${rows}</ul>
  </details>`;
}

function row(name: string, does: string, shows: string, action: Html): Html {
  return html`<li>
      <div><code class="name">${name}</code> <span class="does">${does}</span></div>
      <span class="shows">${inCode(shows)}</span>
      <span class="action">${action} <output></output></span>
    </li>`;
}

/** What stands between backticks, as code. */
function inCode(text: string): Html[] {
  return text
    .split('`')
    .map((part, i) => (i % 2 === 1 ? html`<code>${part}</code>` : html`${part}`));
}
