import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { routePattern } from '../../server/middleware/routePattern.ts';
import { readyPath } from '../../server/paths.ts';
import { createLogDestination } from '../../server/runtime/logDestination.ts';
import { createMetrics } from '../../server/runtime/metrics.ts';

interface Rule {
  alert: string;
  expr: string;
  annotations: { runbook: string };
}

const root = join(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');

const [podMonitor, probe, prometheusRule] = parseAllDocuments(read('deploy/alerts.yaml')).map(
  (part) => part.toJS(),
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
      expect(expr.match(/\w+\{/g)).toHaveLength(expr.split(`{job="${job}`).length - 1);
    }
    expect(probe.spec.jobName).toBe(`${job}-probe`);
    expect(probe.spec.targets.staticConfig.static).toEqual([
      expect.stringMatching(`${readyPath}$`),
    ]);
  });

  test('uses only metrics of Prometheus, of the probe and of the host, with its route patterns', async () => {
    const text = await createMetrics(createLogDestination(), []).registry.metrics();
    for (const { expr } of rules) {
      for (const [, metric = ''] of expr.matchAll(/\b(?!up\{|probe_)(\w+)\{/g)) {
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

/** Time series by name and labels: the increase per minute, or a function that returns the value of a minute. */
type Series = Record<string, number | ((minute: number) => number | '_')>;

const job = 'job="subscriber-feedback"';
const count = (labels: string) => `http_request_duration_seconds_count{${job},${labels}}`;
const of = (metric: string, labels = '') => `${metric}{${job}${labels}}`;
const page = 'method="GET",route="/app/subscriber-feedback/{subscriberId}/{briefId}/contact"';
const brief = 'method="GET",route="/rest/subscriber-feedback/briefs/{briefId}"';
const submission = 'method="POST",route="/rest/subscriber-feedback/form-submit"';
const instances = [',instance="a"', ',instance="b"'];

/** The same value, or series, for two instances. */
const both = (metric: string, value: Series[string]): Series =>
  Object.fromEntries(instances.map((labels) => [of(metric, labels), value]));

/** Two instances without a request. */
const quiet: Series = {
  ...both('up', () => 1),
  ...both('process_start_time_seconds', () => 1_000),
  ...both('nodejs_eventloop_lag_p99_seconds', () => 0.02),
  ...both('process_resident_memory_bytes', () => 200 * 2 ** 20),
  ...both('log_lines_dropped_total', 0),
  ...both('http_connections_evicted_total', 0),
  'probe_success{job="subscriber-feedback-probe"}': () => 1,
  'process_resident_memory_bytes{job="other"}': () => 2 ** 32,
};

/** The numbers of briefs and of messages per minute by their status. */
const requests = (briefs: Record<string, number>, submissions: Record<string, number>): Series => {
  const seriesOf = (labels: string, rates: Record<string, number>) =>
    Object.entries(rates).map(([status, rate]) => [count(`${labels},status="${status}"`), rate]);
  return {
    [count(`${page},status="200"`)]: 10,
    ...Object.fromEntries([...seriesOf(brief, briefs), ...seriesOf(submission, submissions)]),
  };
};

const healthy: Series = { ...quiet, ...requests({ 200: 9, 404: 1 }, { 200: 2, 403: 0.1 }) };

const buckets = (labels: string, below: string, le: string): Series => ({
  ...healthy,
  [`http_request_duration_seconds_bucket{${job},${labels},le="${below}"}`]: 1,
  [`http_request_duration_seconds_bucket{${job},${labels},le="${le}"}`]: 10,
  [`http_request_duration_seconds_bucket{${job},${labels},le="+Inf"}`]: 10,
});

/** The value is scraped in the first of every ten minutes; in the others the process does not run. */
const everyTenMinutes = (value: (minute: number) => number) => (minute: number) =>
  minute % 10 === 0 ? value(minute) : ('_' as const);

const scenarios: [string, Series, string[]][] = [
  ['an ordinary day', healthy, []],
  ['six quiet hours', quiet, []],
  [
    'a night with seven rejected tokens in 30 minutes',
    { ...quiet, ...requests({}, { 403: 7 / 30 }), [count(`${page},status="200"`)]: 7 / 30 },
    [],
  ],
  [
    'a night with one wrong brief id a minute',
    { ...quiet, ...requests({ 404: 1 }, {}), [count(`${page},status="200"`)]: 1 },
    [],
  ],
  [
    'every client aborts its requests',
    { ...quiet, ...requests({ aborted: 10 }, { aborted: 2 }) },
    ['NoSubmissions'],
  ],
  [
    'a mailing has wrong brief ids, and every token is rejected',
    { ...quiet, ...requests({ 404: 10 }, { 403: 2 }) },
    ['NoSubmissions', 'Rejections'],
  ],
  [
    'the page is opened, but no message is sent',
    { ...quiet, ...requests({ 200: 10 }, {}) },
    ['NoSubmissions'],
  ],
  ['both replicas are gone', {}, ['Down']],
  [
    'both replicas crash-loop',
    {
      ...both('up', (minute) => (minute % 10 === 0 ? 1 : 0)),
      ...both(
        'process_start_time_seconds',
        everyTenMinutes((minute) => minute * 60),
      ),
    },
    ['Down', 'Restarts'],
  ],
  [
    'both replicas crash-loop, and each runs for a third of the time',
    {
      ...both('up', (minute) => (minute % 6 < 2 ? 1 : 0)),
      ...both('process_start_time_seconds', (minute) =>
        minute % 6 < 2 ? Math.floor(minute / 6) : '_',
      ),
    },
    ['Down', 'Restarts'],
  ],
  [
    'one replica restarts every 10 minutes',
    {
      ...healthy,
      [of('process_start_time_seconds', instances[0])]: (minute) => Math.floor(minute / 10),
    },
    ['Restarts'],
  ],
  [
    'one of two replicas has been gone for an hour',
    { ...healthy, [of('up', instances[0])]: (minute) => (minute < 180 ? 1 : '_') },
    ['InstanceMissing'],
  ],
  [
    'nobody can reach the page from outside',
    { ...healthy, 'probe_success{job="subscriber-feedback-probe"}': () => 0 },
    ['ProbeFails'],
  ],
  [
    'a fifth of the messages is a 502 while briefs are fine',
    { ...healthy, ...requests({ 200: 10 }, { 200: 0.8, 502: 0.2 }) },
    ['SubmissionsFail'],
  ],
  [
    'a fifth of the messages breaks off',
    { ...healthy, ...requests({ 200: 10 }, { 200: 0.8, broken: 0.2 }) },
    ['SubmissionsFail'],
  ],
  [
    'every brief breaks off in the middle',
    { ...healthy, ...requests({ 200: 0, broken: 10 }, {}) },
    ['BriefsFail', 'Errors'],
  ],
  [
    'ten instances each send their first 30 errors within a minute',
    {
      ...healthy,
      ...Object.fromEntries(
        Array.from({ length: 10 }, (_, i) => [
          count(`${submission},status="500",instance="${i}"`),
          (minute: number) => (minute < 225 ? 0 : 30),
        ]),
      ),
    },
    ['Errors', 'SubmissionsFail'],
  ],
  [
    'every API call is a 503',
    { ...quiet, ...requests({ 503: 10 }, { 503: 2 }) },
    ['BriefsFail', 'Errors', 'NoSubmissions', 'SubmissionsFail'],
  ],
  ['the page is slow', buckets(page, '0.25', '1'), ['SlowPage']],
  [
    'the backend is slow, also under another path of PROXY_PATHS',
    buckets('method="GET",route="/staff/*"', '5', '10'),
    ['SlowBackend'],
  ],
  ['log lines are dropped', { ...healthy, ...both('log_lines_dropped_total', 1) }, ['LogDropped']],
  [
    'memory is near its limit',
    { ...healthy, ...both('process_resident_memory_bytes', () => 400 * 2 ** 20) },
    ['Memory'],
  ],
  [
    'the event loop lags',
    { ...healthy, ...both('nodejs_eventloop_lag_p99_seconds', () => 0.2) },
    ['EventLoopLag'],
  ],
  [
    'connections are evicted',
    { ...healthy, ...both('http_connections_evicted_total', 1) },
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
  (_name, series, expected) => {
    const directory = mkdtempSync(join(tmpdir(), 'alerts-'));
    onTestFinished(() => rmSync(directory, { recursive: true }));
    // JSON is YAML.
    const write = (name: string, content: unknown) =>
      writeFileSync(join(directory, name), JSON.stringify(content));
    const alerts = {
      expr: 'group by (alertname) (ALERTS{alertstate="firing"})',
      eval_time: '4h',
      exp_samples: expected.map((name) => ({
        labels: `{alertname="SubscriberFeedback${name}"}`,
        value: 1,
      })),
    };
    const input = Object.entries(series).map(([name, values]) => ({
      series: name,
      values:
        typeof values === 'number'
          ? `0+${values}x240`
          : Array.from({ length: 241 }, (_, minute) => values(minute)).join(' '),
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
