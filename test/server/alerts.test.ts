import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { routePattern } from '../../server/middleware/routePattern.ts';
import { createLogDestination } from '../../server/runtime/logDestination.ts';
import { createMetrics } from '../../server/runtime/metrics.ts';

interface Rule {
  alert: string;
  expr: string;
  annotations: { runbook: string };
}

const root = join(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');

const [podMonitor, prometheusRule] = parseAllDocuments(read('deploy/alerts.yaml')).map((part) =>
  part.toJS(),
);
const rules: Rule[] = prometheusRule.spec.groups.flatMap((group: { rules: Rule[] }) => group.rules);

describe('deploy/alerts.yaml', () => {
  test('scrapes the pods of deploy/kubernetes.yaml as the job that every alert selects', () => {
    const objects = parseAllDocuments(read('deploy/kubernetes.yaml')).map((part) => part.toJS());
    const { template } = objects.find(({ kind }) => kind === 'Deployment').spec;
    const { selector, jobLabel, podMetricsEndpoints } = podMonitor.spec;
    expect(template.metadata.labels).toMatchObject(selector.matchLabels);
    const ports = template.spec.containers[0].ports.map(({ name }: { name: string }) => name);
    expect(ports).toContain(podMetricsEndpoints[0].port);
    const job = template.metadata.labels[jobLabel];
    for (const { expr } of rules) {
      expect(expr.match(/\w+_\w+\{/g)).toHaveLength(expr.split(`{job="${job}"`).length - 1);
    }
  });

  test('uses only metrics and route patterns that the host records', async () => {
    const text = await createMetrics(createLogDestination(), []).registry.metrics();
    for (const { expr } of rules) {
      for (const [, metric = ''] of expr.matchAll(/(\w+)\{/g)) {
        expect(text).toContain(`# HELP ${metric.replace(/_(?:bucket|count)$/, '')} `);
      }
      for (const [, route = ''] of expr.matchAll(/route="([^"]+)"/g)) {
        expect(routePattern(route.replace(/\{\w+\}/g, '1'), ['/rest', '/jsp'])).toBe(route);
      }
    }
  });

  test('each alert refers to a section of docs/operations.md', () => {
    const anchors = [...read('docs/operations.md').matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
      title.toLowerCase().replaceAll(' ', '-'),
    );
    for (const { annotations } of rules) {
      expect(anchors).toContain(annotations.runbook.replace('docs/operations.md#', ''));
    }
  });

  test('alerts on memory at 85 % of the limit of a pod', () => {
    const limit = read('deploy/kubernetes.yaml').match(/memory: (\d+)Mi\n\s+securityContext/)?.[1];
    const bytes = Math.round(Number(limit) * 2 ** 20 * 0.85);
    expect(rules.some(({ expr }) => expr.endsWith(`> ${bytes}`))).toBe(true);
  });
});

/** Time series by name and labels, each with its increase per minute, or a constant value. */
type Series = Record<string, number | { value: number }>;

const count = (labels: string) =>
  `http_request_duration_seconds_count{job="subscriber-feedback",${labels}}`;
const page = 'method="GET",route="/app/subscriber-feedback/{subscriberId}/{briefId}/contact"';
const brief = 'method="GET",route="/rest/subscriber-feedback/briefs/{briefId}"';
const submission = 'method="POST",route="/rest/subscriber-feedback/form-submit"';
const of = (metric: string) => `${metric}{job="subscriber-feedback"}`;

const healthy: Series = {
  [count(`${page},status="200"`)]: 10,
  [count(`${brief},status="200"`)]: 9,
  [count(`${brief},status="404"`)]: 1,
  [count(`${submission},status="200"`)]: 2,
  [count(`${submission},status="403"`)]: 0.1,
  [of('nodejs_eventloop_lag_p99_seconds')]: { value: 0.02 },
  [of('process_resident_memory_bytes')]: { value: 200 * 2 ** 20 },
  [of('log_lines_dropped_total')]: 0,
  [of('http_connections_evicted_total')]: 0,
  'process_resident_memory_bytes{job="other"}': { value: 2 ** 32 },
};

/** The time series while every brief and every submission ends with these statuses. */
const ending = (briefStatus: string, submissionStatus: string): Series => ({
  ...Object.fromEntries(Object.entries(healthy).filter(([name]) => !name.includes('/rest/'))),
  [count(`${brief},status="${briefStatus}"`)]: 10,
  [count(`${submission},status="${submissionStatus}"`)]: 2,
});

const buckets = (labels: string, below: string, le: string): Series => ({
  ...healthy,
  [`http_request_duration_seconds_bucket{job="subscriber-feedback",${labels},le="${below}"}`]: 1,
  [`http_request_duration_seconds_bucket{job="subscriber-feedback",${labels},le="${le}"}`]: 10,
  [`http_request_duration_seconds_bucket{job="subscriber-feedback",${labels},le="+Inf"}`]: 10,
});

const scenarios: [string, Series, string[]][] = [
  ['an ordinary day', healthy, []],
  [
    'a night with one request an hour, which fails',
    {
      [count(`${page},status="200"`)]: 1 / 60,
      [count(`${brief},status="404"`)]: 1 / 60,
      [count(`${submission},status="403"`)]: 1 / 60,
    },
    [],
  ],
  ['every submission is a 403', ending('200', '403'), ['NoSubmissions', 'SubmissionsFail']],
  [
    'every API call is a 503',
    ending('503', '503'),
    ['BackendFails', 'BriefsFail', 'NoSubmissions', 'SubmissionsFail'],
  ],
  [
    'every brief is a 404 and every POST is aborted',
    ending('404', 'none'),
    ['BriefsFail', 'NoSubmissions', 'SubmissionsFail'],
  ],
  [
    'the page is opened, but no message is sent',
    { [count(`${page},status="200"`)]: 10, [count(`${brief},status="200"`)]: 10 },
    ['NoSubmissions'],
  ],
  [
    'every call fails with 500',
    ending('500', '500'),
    ['BriefsFail', 'Errors', 'NoSubmissions', 'SubmissionsFail'],
  ],
  ['no instance runs', {}, ['NoTraffic']],
  [
    'only health checks arrive',
    { [count('method="GET",route="/health/ready"')]: 30 },
    ['NoTraffic'],
  ],
  ['the page is slow', buckets(page, '0.25', '1'), ['SlowPage']],
  [
    'the backend is slow, also under another path of PROXY_PATHS',
    buckets('method="GET",route="/staff/*"', '5', '10'),
    ['SlowBackend'],
  ],
  ['log lines are dropped', { ...healthy, [of('log_lines_dropped_total')]: 1 }, ['LogDropped']],
  [
    'memory is near its limit',
    { ...healthy, [of('process_resident_memory_bytes')]: { value: 400 * 2 ** 20 } },
    ['Memory'],
  ],
  [
    'the event loop lags',
    { ...healthy, [of('nodejs_eventloop_lag_p99_seconds')]: { value: 0.2 } },
    ['EventLoopLag'],
  ],
  [
    'connections are evicted',
    { ...healthy, [of('http_connections_evicted_total')]: 1 },
    ['ConnectionsEvicted'],
  ],
];

const hasPromtool = spawnSync('promtool', ['--version']).status === 0;
if (!hasPromtool) {
  console.warn(
    'Not tested: which alerts fire. promtool is missing; on Debian, install prometheus.',
  );
}

test.skipIf(!hasPromtool).each(scenarios)(
  'the alerts for it and no others fire: %s',
  (...scenario) => {
    const [, series, expected] = scenario;
    const directory = mkdtempSync(join(tmpdir(), 'alerts-'));
    onTestFinished(() => rmSync(directory, { recursive: true }));
    // JSON is YAML.
    const write = (name: string, content: unknown) =>
      writeFileSync(join(directory, name), JSON.stringify(content));
    const alerts = {
      expr: 'count by (alertname) (ALERTS{alertstate="firing"})',
      eval_time: '4h',
      exp_samples: expected.map((name) => ({
        labels: `{alertname="SubscriberFeedback${name}"}`,
        value: 1,
      })),
    };
    const input = Object.entries(series).map(([name, rate]) => ({
      series: name,
      values: typeof rate === 'number' ? `0+${rate}x240` : `${rate.value}x240`,
    }));
    write('rules.yaml', prometheusRule.spec);
    write('test.yaml', {
      rule_files: ['rules.yaml'],
      evaluation_interval: '5m',
      tests: [{ interval: '1m', input_series: input, promql_expr_test: [alerts] }],
    });
    const options = { cwd: directory, encoding: 'utf8' } as const;
    const { stdout, stderr } = spawnSync('promtool', ['test', 'rules', 'test.yaml'], options);
    expect(stdout + stderr).toMatch('SUCCESS');
  },
);
