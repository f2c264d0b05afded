import type { Operation } from '#contract';
import { captchaBehaviours } from '../captcha/captchaBehaviours.ts';
import type { MockData } from '../operations/mockData.ts';
import { findSuffix } from '../scenarios/expectedOutcome.ts';
import { findKeyKind } from '../scenarios/identifyRequest.ts';
import type { ListedScenario, ScenarioGroup } from './consoleData.ts';
import { summarizeScenario } from './summarizeScenario.ts';

/** The headings of the operations that the page calls, and a sentence about selecting their scenarios. */
const headings: Readonly<Record<string, Omit<ScenarioGroup, 'scenarios'>>> = {
  getBrief: {
    title: 'Reading a brief',
    usage: 'The brief id in the page’s URL selects the scenario.',
  },
  submitFeedback: {
    title: 'Sending a message',
    usage:
      'The brief id in the page’s URL selects the scenario. The page loads normally: write a message and submit it.',
  },
};

/**
 * Lists all values that a tester can use, in groups.
 * @param pageUrl returns the URL of the page of a brief
 */
export function listScenarios(
  data: MockData,
  operations: readonly Operation[],
  pageUrl: (briefId: string) => string,
): ScenarioGroup[] {
  const isStaffOperation = (operation: Operation) => findKeyKind(operation) === 'user';
  const list = (operation: Operation) => listOperation(data, operation, pageUrl);
  const groups: ScenarioGroup[] = [
    {
      title: 'Briefs',
      usage: 'From data.yaml. Any other id results in a 404.',
      scenarios: listBriefs(data, pageUrl),
    },
    ...operations
      .filter((operation) => !isStaffOperation(operation))
      .map((operation) => ({
        title: operation.id,
        usage: 'The brief id selects the scenario.',
        ...headings[operation.id],
        scenarios: list(operation),
      })),
    {
      title: 'Staff',
      usage: 'User names. Those of scenarios have any password.',
      scenarios: [...listUsers(data), ...operations.filter(isStaffOperation).flatMap(list)],
    },
    {
      title: 'Captcha',
      usage:
        'The page’s URL selects the outcome: add ?captcha= and the name. Write a message and submit it.',
      scenarios: listCaptchas(pageUrl('daily-harvest')),
    },
  ];
  return groups.filter(({ scenarios }) => scenarios.length > 0);
}

function listBriefs({ briefs }: MockData, pageUrl: (briefId: string) => string): ListedScenario[] {
  return [...briefs].map(([name, { fullName }]) => ({
    name,
    description: 'Responds with the brief.',
    text: `The heading “Feedback for ${fullName}”.`,
    pageUrl: pageUrl(name),
  }));
}

function listOperation(
  { scenarios }: MockData,
  operation: Operation,
  pageUrl: (briefId: string) => string,
): ListedScenario[] {
  return scenarios.list
    .filter((scenario) => scenario.operation === operation.id)
    .map((scenario) => ({
      name: scenario.id,
      description: scenario.description,
      ...summarizeScenario(scenario, operation),
      pageUrl: findSuffix(operation.id) ? pageUrl(scenario.id) : undefined,
    }));
}

function listUsers({ users }: MockData): ListedScenario[] {
  return [...users].map(([name, { password, passwordExpired }]) => ({
    name,
    description: `Password: ${password}`,
    text: `The sign-in works${passwordExpired ? ', and the password must be changed' : ''}.`,
  }));
}

function listCaptchas(url: string): ListedScenario[] {
  return Object.entries(captchaBehaviours).map(([name, { description, expected }]) => ({
    name: `?captcha=${name}`,
    description,
    text: expected,
    pageUrl: `${url}?captcha=${name}`,
  }));
}
