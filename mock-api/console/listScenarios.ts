import { captchaBehaviours } from '../captcha/captchaBehaviours.ts';
import type { Operation } from '../contract/index.ts';
import type { MockData } from '../operations/mockData.ts';
import { endingOf } from '../scenarios/expectedOutcome.ts';
import type { ScenarioGroup } from './consoleData.ts';
import { summarizeScenario } from './summarizeScenario.ts';

/** The headings of the operations that the console knows, and how a tester selects their scenarios. */
const headings: Readonly<Record<string, Partial<ScenarioGroup>>> = {
  getBrief: {
    title: 'Reading a brief',
    usage: 'The brief id in the page’s URL selects the scenario.',
  },
  submitFeedback: {
    title: 'Sending a message',
    usage:
      'The brief id in the page’s URL selects the scenario. The page loads normally: write a message and submit it.',
  },
  signIn: { title: 'Signing in' },
  getCurrentUser: { title: 'Current user' },
  signOut: { title: 'Signing out' },
};

/**
 * Every value that a tester can use, by what it changes.
 * @param pageUrl returns the URL of the page of a brief
 */
export function listScenarios(
  { briefs, users, scenarios, hasHandlers }: MockData,
  operations: readonly Operation[],
  pageUrl: (briefId: string) => string,
): ScenarioGroup[] {
  // The page that uses the captcha is that of the product's contract.
  const captchas = hasHandlers ? Object.entries(captchaBehaviours) : [];
  return [
    {
      title: 'Briefs',
      usage: 'From data.yaml. Any other id results in a 404.',
      scenarios: [...briefs].map(([name, { fullName }]) => ({
        name,
        description: 'Responds with the brief.',
        text: `The heading “Feedback for ${fullName}”.`,
        pageUrl: pageUrl(name),
      })),
    },
    ...operations.map((operation) => ({
      title: operation.id,
      usage: 'A value of the request, or the user name of its session, selects the scenario.',
      ...headings[operation.id],
      scenarios: scenarios.list
        .filter((scenario) => scenario.operation === operation.id)
        .map((scenario) => ({
          name: scenario.id,
          description: scenario.description,
          ...summarizeScenario(scenario, operation),
          ...(endingOf(operation.id) && { pageUrl: pageUrl(scenario.id) }),
        })),
    })),
    {
      title: 'Staff',
      usage: 'From data.yaml, with their passwords.',
      scenarios: [...users].map(([name, { password, passwordExpired }]) => ({
        name,
        description: `Password: ${password}`,
        text: `The sign-in works${passwordExpired ? ', and the password must be changed' : ''}.`,
      })),
    },
    {
      title: 'Captcha',
      usage:
        'The page’s URL selects the outcome: add ?captcha= and the name. Write a message and submit it.',
      scenarios: captchas.map(([name, { description, expected }]) => ({
        name: `?captcha=${name}`,
        description,
        text: expected,
        pageUrl: `${pageUrl('daily-harvest')}?captcha=${name}`,
      })),
    },
  ].filter((group) => group.scenarios.length > 0);
}
