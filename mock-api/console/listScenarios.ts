import { captchaBehaviours } from '../captcha/captchaBehaviours.ts';
import type { MockData } from '../operations/mockData.ts';
import { endingOf } from '../scenarios/expectedOutcome.ts';
import type { Scenario } from '../scenarios/scenario.ts';
import type { ListedScenario, ScenarioAction, ScenarioGroup } from './consoleData.ts';
import { summarizeScenario } from './summarizeScenario.ts';

const staffUsage =
  'The user name selects the scenario; the console signs in and sends the request.';

/** The headings of the operations that the console knows, and how a tester selects their scenarios. */
const groups: Readonly<Record<string, Pick<ScenarioGroup, 'title' | 'usage'>>> = {
  getBrief: {
    title: 'Reading a brief',
    usage: 'The brief id in the page’s URL selects the scenario.',
  },
  submitFeedback: {
    title: 'Sending a message',
    usage:
      'The brief id in the page’s URL selects the scenario. The page loads normally: write a message and submit it.',
  },
  signIn: { title: 'Signing in', usage: staffUsage },
  getCurrentUser: { title: 'Reading the current user', usage: staffUsage },
  signOut: { title: 'Signing out', usage: staffUsage },
};

/** Every value that a tester can use, by what it changes. */
export function listScenarios({ briefs, users, scenarios }: MockData): ScenarioGroup[] {
  const scenariosOf = (operation: string) =>
    scenarios.list.filter((scenario) => scenario.operation === operation).map(listScenario);
  const operations = new Set(scenarios.list.map(({ operation }) => operation));
  const all: ScenarioGroup[] = [
    {
      title: 'Briefs',
      usage: 'From data.yaml. Any other id results in a 404.',
      scenarios: [...briefs].map(([briefId, { fullName }]) => ({
        name: briefId,
        description: 'Responds with the brief.',
        ...showing(`The heading “Feedback for ${fullName}”.`),
        action: { kind: 'open', briefId },
      })),
    },
    ...[...operations].map((operation) => ({
      title: operation,
      usage:
        'The first value of the path, the query or the body that is one of these selects the scenario.',
      ...groups[operation],
      scenarios: scenariosOf(operation),
    })),
    {
      title: 'Staff',
      usage: 'From data.yaml, with their passwords.',
      scenarios: [...users].map(([user, { password, passwordExpired }]) => ({
        name: user,
        description: `Password: ${password}`,
        ...showing(
          passwordExpired
            ? 'The call resolves to `successful: true` and `changePassword: true`.'
            : 'The call resolves to `successful: true`.',
        ),
        action: { kind: 'send', user, password, operation: 'getCurrentUser' },
      })),
    },
    {
      title: 'Captcha',
      usage:
        'The page’s URL selects the outcome: add ?captcha= and the name. Write a message and submit it.',
      // The page that uses the captcha is that of the product's contract.
      scenarios: scenariosOf('submitFeedback').length === 0 ? [] : captchaScenarios,
    },
  ];
  return all.filter((group) => group.scenarios.length > 0);
}

const captchaScenarios = Object.entries(captchaBehaviours).map(
  ([name, { description, expected }]): ListedScenario => ({
    name: `?captcha=${name}`,
    description,
    ...showing(expected),
    action: { kind: 'open', briefId: 'daily-harvest', query: `?captcha=${name}` },
  }),
);

/** A value that is only described. */
function showing(expected: string) {
  return { expected, status: '', response: '', badges: [], text: expected };
}

function listScenario(scenario: Scenario): ListedScenario {
  const { id: name, description, expectation: expected } = scenario;
  const action = actionFor(scenario);
  const summary = summarizeScenario(scenario);
  return { name, description, expected, ...summary, ...(action && { action }) };
}

function actionFor({ id, operation }: Scenario): ScenarioAction | undefined {
  if (endingOf(operation)) return { kind: 'open', briefId: id };
  if (!Object.hasOwn(groups, operation)) return undefined;
  return { kind: 'send', user: id, password: 'any', operation };
}
