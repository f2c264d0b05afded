import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { DeliveryStatus } from '../../client/api/feedbackApi.ts';
import { createServices, type Services } from '../../client/services.ts';
import { findBrief } from '../../mock-api/operations/handlers.ts';
import { loadMockFiles } from '../../mock-api/operations/loadMockFiles.ts';
import type { CallOutcome } from '../../mock-api/scenarios/expectedOutcome.ts';
import { type RunningMock, startMock } from '../../mock-api/startMock.ts';
import type { Environment } from '../../server/config/config.ts';
import { type Host, startHost } from '../../server/startHost.ts';
import { clientFiles } from '../clientFiles.ts';
import { submission } from '../mock/fixtures/startTestMock.ts';
import { testConfig } from '../testConfig.ts';

const { data } = await loadMockFiles('openapi.yaml', 'mock-api/data.yaml');

/** The scenarios of an operation, with what their rows of `data.yaml` expect. */
function scenariosOf(operationId: string) {
  const scenarios = data.scenarios.list.filter(({ operation }) => operation === operationId);
  return scenarios.map(({ id, expected, steps }) => {
    if (typeof expected !== 'object') throw new Error(`${id}: "expected" is no outcome`);

    const { fullName } = { ...findBrief(data, id), ...Object(steps[0]?.body) };
    return { id, heading: `Feedback for ${fullName}`, ...expected, isSignedOut: isSignedOut(id) };
  });
}

/** A 401 has no alert, but signs the user out. */
const isSignedOut = (id: string) => /^(signed-out|login-page)-/.test(id);

const outcomes: Readonly<Record<DeliveryStatus, CallOutcome>> = {
  delivered: 'works',
  undelivered: 'failed',
  unconfirmed: 'not confirmed',
};

/** Makes a call of a scenario, and records its result, the alerts, and whether the user is signed out. */
async function settle(id: string, call: (services: Services) => Promise<string>) {
  const isSilent = id.startsWith('silent-');
  vi.stubGlobal('location', { origin: (isSilent ? hosts.impatient : hosts.patient)?.url });
  const services = createServices();
  const result = await call(services);
  const alerts = services.alerts.get().map(({ id: _, position, ...alert }) => alert);
  settled.set(id, { result, alerts, isSignedOut: !services.isLoggedIn.get() });
}

const readHeading = (briefId: string) =>
  settle(briefId, async ({ feedbackApi }) => {
    const brief = await feedbackApi.getBrief(briefId).catch(() => undefined);
    return brief ? `Feedback for ${brief.fullName}` : 'the index page';
  });

const submit = (briefId: string) =>
  settle(briefId, async ({ feedbackApi }) => {
    const { status } = await feedbackApi.submitFeedback(submission({ briefId }));
    return outcomes[status];
  });

const briefs = scenariosOf('getBrief');
const submissions = scenariosOf('submitFeedback');
const settled = new Map<string, object>();
let mock: RunningMock;
/** Two hosts, of which only the impatient one times out. */
const hosts: { impatient?: Host; patient?: Host } = {};

beforeAll(async () => {
  mock = await startMock({ port: 0 });
  const start = (env: Environment) => startHost(testConfig(mock.url, env), clientFiles);
  hosts.impatient = await start({ PROXY_TIMEOUT_MS: '500' });
  hosts.patient = await start({});
  // At once, because a slow response takes 3 s.
  await Promise.all([
    ...briefs.map(({ id }) => readHeading(id)),
    ...submissions.map(({ id }) => submit(id)),
  ]);
});

afterAll(async () => {
  vi.unstubAllGlobals();
  await Promise.all([...Object.values(hosts), mock].map((server) => server.close()));
});

test.each(briefs)(
  'after $id, the heading, the alert and the logged-in flag follow the error catalogue',
  ({ id, outcome, heading, alert, isSignedOut }) => {
    const result = outcome === 'works' ? heading : 'the index page';
    expect(settled.get(id)).toEqual({ result, alerts: alert ? [alert] : [], isSignedOut });
  },
);

test.each(submissions)(
  'after $id, the message, the alert and the logged-in flag follow the error catalogue',
  ({ id, outcome, alert, isSignedOut }) => {
    expect(settled.get(id)).toEqual({ result: outcome, alerts: alert ? [alert] : [], isSignedOut });
  },
);
