import { globSync } from 'node:fs';
import { expect, test } from 'vitest';
import { basePath, livePath } from '../../server/paths.ts';
import { knownOperations } from '../../server/requests/routePattern.ts';
import { createMetrics } from '../../server/runtime/metrics.ts';
import { captureLog } from './fixtures/captureLog.ts';
import { byKind, container, operations, pod, read, readObjects } from './fixtures/deployment.ts';

const pageRoute = `${basePath}/{subscriberId}/{briefId}/contact`;
const briefRoute = '/rest/subscriber-feedback/briefs/{briefId}';
const submissionRoute = '/rest/subscriber-feedback/form-submit';

interface Rule {
  record?: string;
  alert?: string;
  expr: string;
  labels: { severity: string };
  annotations: { summary: string; runbook: string };
}

const [podMonitor, portMonitor, probe, prometheusRule] = readObjects('deploy/alerts.yaml');
const { rules }: { rules: Rule[] } = prometheusRule.spec.groups[0];
const alerts = rules.filter(({ alert }) => alert !== undefined);
const expressions = rules
  .map(({ expr }) => expr)
  .join('\n')
  // The series that Prometheus writes about alerts.
  .replaceAll(/ALERTS\{[^}]*\}/g, '');

test('deploy/alerts.yaml scrapes the pods and the page as the jobs that all alerts select', () => {
  const { selector, jobLabel, podMetricsEndpoints } = podMonitor.spec;
  expect(pod.metadata.labels).toMatchObject(selector.matchLabels);
  expect(podMetricsEndpoints).toEqual([{ port: 'metrics' }]);
  const job = pod.metadata.labels[jobLabel];
  const selectors = expressions.match(/(?<=\w\{)[^,}]+/g) ?? [];
  expect(new Set(selectors)).toEqual(
    new Set([`job="${job}"`, `job="${job}-probe"`, `job="${job}-port"`]),
  );
  const names = expressions.match(
    /\b(?:up|[a-z\d_]+_(?:bucket|bytes|count|seconds|success|total))\b/g,
  );
  expect(names).toHaveLength(selectors.length);
  expect(probe.spec.jobName).toBe(`${job}-probe`);
  expect(probe.spec.targets.staticConfig.static[0]).toMatch(new RegExp(`${basePath}/$`));
});

test('the blackbox exporter checks the health of each pod on the public port, and may reach it', () => {
  const { selector, podMetricsEndpoints } = portMonitor.spec;
  expect(selector).toEqual(podMonitor.spec.selector);
  const [{ port, relabelings }] = podMetricsEndpoints;
  expect(container.ports).toContainEqual({ name: port, containerPort: 3000 });
  expect(relabelings).toMatchObject([
    { targetLabel: '__param_target', replacement: `http://$1${livePath}` },
    { targetLabel: '__address__', replacement: probe.spec.prober.url },
    { targetLabel: 'job', replacement: 'subscriber-feedback-port' },
  ]);
  const [exporterNamespace] = probe.spec.prober.url.match(/(?<=\.)[^.]+(?=\.svc)/);
  expect(byKind.NetworkPolicy.spec.ingress).toContainEqual({
    from: [
      { namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': exporterNamespace } } },
    ],
    ports: [{ port: 'metrics' }, { port }],
  });
});

test('the alerts use metrics, routes and buckets of the host, and the memory and the number of pods', async () => {
  const metrics = createMetrics(captureLog().logDestination, knownOperations);
  const served = (await metrics.registry.metrics()).match(/^\w+|(?:route|le)="[^"]+"/gm);
  const routes = [
    '/rest/*',
    '/rest/subscriber-feedback/*',
    ...knownOperations.map(([route]) => route),
  ];
  const used = expressions.match(/\b(?!up\{|probe_)\w+(?=\{)|\b(?:route|le)="[^"]+"/g) ?? [];
  expect(served).toEqual(expect.arrayContaining(used));
  for (const [pattern = ''] of expressions.matchAll(/(?<=route=~")[^"]+/g)) {
    const matching = routes.filter((route) => new RegExp(`^(?:${pattern})$`).test(route));
    expect(matching).toEqual(expect.arrayContaining([briefRoute, submissionRoute]));
    expect(matching).not.toContain(pageRoute);
    expect(matching.join()).not.toContain('*');
  }
  const bytes = Number.parseInt(container.resources.limits.memory, 10) * 2 ** 20;
  expect(expressions).toContain(`> ${Math.round(0.85 * bytes)}`);
  expect(expressions).toContain(`== 1) < ${byKind.HorizontalPodAutoscaler.spec.minReplicas} or`);
});

test('each recorded series is used, and each one that is used is recorded before', () => {
  const recorded = new Set<string>();
  const used = new Set<string>();
  for (const { record, expr } of rules) {
    for (const [name] of expr.matchAll(/route:\w+:\w+/g)) {
      used.add(name);
      expect(recorded).toContain(name);
    }
    if (record) recorded.add(record);
  }
  expect(recorded).toEqual(used);
});

test('each alert has a summary, and no client can cause one that wakes somebody with 4xx or aborts', () => {
  for (const { annotations } of alerts) expect(annotations.summary).toMatch(/^[A-Z].{20,}\.$/);
  const critical = alerts.filter(({ labels }) => labels.severity === 'critical');
  expect(critical.map(({ alert }) => alert?.replace('SubscriberFeedback', ''))).toEqual([
    'Down',
    'ProbeFails',
    'PortFails',
    'RequestsFail',
  ]);
  for (const { expr } of critical) expect(expr).not.toMatch(/rejections|aborted|4\.\./);
});

test('each alert fires in a test of promtool', () => {
  const tests = globSync('test/alerts/*.yaml').map(read).join();
  const fired = new Set(tests.match(/(?<=\{alertname=")\w+/g));
  expect([...fired].sort()).toEqual(alerts.map(({ alert }) => alert).sort());
});

test('each alert refers to a section of docs/operations.md', () => {
  const titles = [...operations.matchAll(/^#+ (.+)$/gm)].map(([, title = '']) => title);
  const anchors = titles.map((title) => title.toLowerCase().replaceAll(' ', '-'));
  for (const { annotations } of alerts) {
    expect(anchors).toContain(annotations.runbook.replace('docs/operations.md#', ''));
  }
});
