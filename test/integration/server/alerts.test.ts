import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { knownOperations } from '../../../server/middleware/routePattern.ts';
import { basePath } from '../../../server/paths.ts';
import { createLogDestination } from '../../../server/runtime/logDestination.ts';
import { createMetrics } from '../../../server/runtime/metrics.ts';
import { temporaryFolder } from '../../support/mock/temporaryFiles.ts';

const read = (file: string) => readFileSync(file, 'utf8');
const readObjects = (file: string) => parseAllDocuments(read(file)).map((part) => part.toJS());

const operations = read('docs/operations.md');

const byKind = Object.fromEntries(
  readObjects('deploy/kubernetes.yaml').map((object) => [object.kind, object]),
);
const pod = byKind.Deployment.spec.template;
const [container] = pod.spec.containers;

interface Rule {
  expr: string;
  annotations: { runbook: string };
}

const [podMonitor, probe, prometheusRule] = readObjects('deploy/alerts.yaml');
const { rules }: { rules: Rule[] } = prometheusRule.spec.groups[0];
const expressions = rules.map(({ expr }) => expr).join('\n');

test('deploy/alerts.yaml scrapes the pods and the page as the jobs that all alerts select', () => {
  const { selector, jobLabel, podMetricsEndpoints } = podMonitor.spec;
  expect(pod.metadata.labels).toMatchObject(selector.matchLabels);
  expect(podMetricsEndpoints).toEqual([{ port: container.ports[1].name }]);
  const job = pod.metadata.labels[jobLabel];
  const selectors = expressions.match(/(?<=\w\{)[^,}]+/g) ?? [];
  expect(new Set(selectors)).toEqual(new Set([`job="${job}"`, `job="${job}-probe"`]));
  expect(probe.spec.jobName).toBe(`${job}-probe`);
  expect(probe.spec.targets.staticConfig.static[0]).toMatch(new RegExp(`${basePath}/$`));
});

test('the alerts use metrics and route patterns of the host, and the memory and the number of pods', async () => {
  const metrics = createMetrics(createLogDestination(), knownOperations);
  const served = (await metrics.registry.metrics()).match(/^\w+|route="[^"]+"/gm);
  const used = expressions.match(/\b(?!up\{|probe_)\w+(?=\{)|route="[^"]+"/g) ?? [];
  expect(served).toEqual(expect.arrayContaining(used));
  const bytes = Number.parseInt(container.resources.limits.memory, 10) * 2 ** 20;
  expect(expressions).toContain(`> ${Math.round(0.85 * bytes)}`);
  expect(expressions).toContain(`== 1) < ${byKind.HorizontalPodAutoscaler.spec.minReplicas}\n`);
});

test('each alert refers to a section of docs/operations.md', () => {
  const titles = [...operations.matchAll(/^#+ (.+)$/gm)].map(([, title = '']) => title);
  const anchors = titles.map((title) => title.toLowerCase().replaceAll(' ', '-'));
  for (const { annotations } of rules) {
    expect(anchors).toContain(annotations.runbook.replace('docs/operations.md#', ''));
  }
});

/** Time series by name and labels, with their values as promtool writes them. */
type Series = Record<string, string>;

const of = (metric: string, labels = '') => `${metric}{job="subscriber-feedback"${labels}}`;
const count = (labels: string) => of('http_request_duration_seconds_count', `,${labels}`);
const page = 'method="GET",route="/app/subscriber-feedback/{subscriberId}/{briefId}/contact"';
const brief = 'method="GET",route="/rest/subscriber-feedback/briefs/{briefId}"';
const submission = 'method="POST",route="/rest/subscriber-feedback/form-submit"';
const [first, second] = [',instance="a"', ',instance="b"'];

/** The same values for two instances. */
const both = (metric: string, values: string): Series => ({
  [of(metric, first)]: values,
  [of(metric, second)]: values,
});

/** Those that wake somebody. */
const critical = ['Down', 'ProbeFails', 'SubmissionsFail', 'BriefsFail'];

/** Two instances without a request. */
const quiet: Series = {
  ...both('up', '1x240'),
  ...both('process_start_time_seconds', '1000x240'),
  ...both('nodejs_eventloop_lag_p99_seconds', '0.02x240'),
  ...both('process_resident_memory_bytes', '2e8x240'),
  ...both('log_lines_dropped_total', '0x240'),
  ...both('http_connections_evicted_total', '0x240'),
  'probe_success{job="subscriber-feedback-probe"}': '1x240',
  'process_resident_memory_bytes{job="other"}': '4e9x240',
};

/** The numbers of pages per minute, and of briefs and messages by their status. */
function requests(
  pages: number,
  briefs: Record<string, number>,
  submissions: Record<string, number>,
): Series {
  const series = { ...quiet };
  const rates = { [page]: { 200: pages }, [brief]: briefs, [submission]: submissions };
  for (const [labels, byStatus] of Object.entries(rates)) {
    for (const [status, rate] of Object.entries(byStatus)) {
      series[count(`${labels},status="${status}"`)] = `0+${rate}x240`;
    }
  }
  return series;
}

/** Some thousand pages a day, a pod that is not ready, and one that has restarted. */
const healthy = {
  ...requests(10, { 200: 3, 304: 6, 404: 1 }, { 200: 2, 403: 0.1 }),
  [count('method="GET",route="/health/ready",status="503"')]: '0+5x240',
  [of('process_start_time_seconds', first)]: '1000x200 13000x40',
};

/** One of ten requests takes longer than `below` seconds. */
const buckets = (labels: string, below: string, le: string): Series => {
  const bucket = (bound: string) =>
    of('http_request_duration_seconds_bucket', `,${labels},le="${bound}"`);
  return { [bucket(below)]: '0+9x240', [bucket(le)]: '0+10x240', [bucket('+Inf')]: '0+10x240' };
};

/** Fails from the third minute before the end. */
const threeMinutes = '1x236 0x3';

/** An instance that starts every ten minutes, and runs for one. */
const starts = Array.from({ length: 25 }, (_, i) => `${600 * i} _x9`).join(' ');

const scenarios: [string, Series, string[]][] = [
  ['an ordinary day', healthy, []],
  ['six quiet hours', quiet, []],
  [
    'one of two probes fails, one replica has been gone for three minutes, and some briefs and scripts take seconds',
    {
      ...healthy,
      ...buckets(brief, '1', '2.5'),
      ...buckets('method="GET",route="/app/subscriber-feedback/assets/*"', '5', '10'),
      [of('up', first)]: threeMinutes,
      'probe_success{job="subscriber-feedback-probe",instance="a"}': '0x240',
    },
    [],
  ],
  [
    'both replicas have been gone for three minutes',
    { ...both('up', threeMinutes), 'probe_success{job="subscriber-feedback-probe"}': threeMinutes },
    [],
  ],
  [
    'every token is rejected, and some clients abort',
    requests(10, { 200: 10, aborted: 5 }, { 403: 2, aborted: 1 }),
    ['NoSubmissions', 'Rejections'],
  ],
  [
    'the backend redirects briefs to a page of its own',
    requests(10, { 302: 10 }, { 200: 1 }),
    ['Rejections'],
  ],
  [
    'a night with rejected tokens and wrong brief ids, in which a few messages and briefs fail',
    requests(1, { 200: 0.3, 404: 1, 502: 0.3 }, { 403: 0.25, 502: 0.06 }),
    [],
  ],
  [
    'a twentieth of the messages and briefs fails on a busy day, and a tenth has a wrong brief id',
    requests(100, { 200: 85, 404: 10, 502: 5 }, { 200: 95, 502: 5 }),
    ['Errors'],
  ],
  ['both replicas have been gone for a quarter of an hour', both('up', '1x225 0x15'), ['Down']],
  [
    'both replicas crash-loop',
    { ...both('up', '1 0x7 1 '.repeat(25)), ...both('process_start_time_seconds', starts) },
    ['Down', 'Restarts'],
  ],
  [
    'one replica restarts every 10 minutes',
    { ...healthy, [of('process_start_time_seconds', first)]: starts.replaceAll(' _x9', 'x9') },
    ['Restarts'],
  ],
  [
    'one of two replicas has been gone for an hour',
    { ...healthy, [of('up', first)]: '1x180 0x60' },
    ['InstanceMissing'],
  ],
  [
    'nobody can reach the page from outside',
    { ...healthy, 'probe_success{job="subscriber-feedback-probe"}': '1x225 0x15' },
    ['ProbeFails'],
  ],
  [
    'a fifth of the messages is a 502 or breaks off while briefs are fine',
    requests(10, { 200: 10 }, { 200: 0.8, 502: 0.04, broken: 0.16 }),
    ['SubmissionsFail'],
  ],
  [
    'a tenth of the briefs breaks off in the middle, and a tenth gets no response in time',
    requests(10, { 200: 8, broken: 1, 504: 1 }, { 200: 1 }),
    ['BriefsFail', 'Errors'],
  ],
  [
    'the first errors of all, 300 messages within a minute',
    { ...healthy, [count(`${submission},status="500"`)]: '0x224 300x16' },
    ['Errors', 'SubmissionsFail'],
  ],
  [
    'the page is slow, and the backend under another path of PROXY_PATHS',
    {
      ...healthy,
      ...buckets(page, '0.25', '1'),
      ...buckets('method="GET",route="/staff/*"', '5', '10'),
    },
    ['SlowBackend', 'SlowPage'],
  ],
  [
    'an instance has too little memory, time and disk, and too many connections',
    {
      ...healthy,
      [of('process_resident_memory_bytes', first)]: '4e8x240',
      [of('nodejs_eventloop_lag_p99_seconds', first)]: '0.2x240',
      [of('log_lines_dropped_total', first)]: '0+1x240',
      [of('http_connections_evicted_total', first)]: '0+1x240',
    },
    ['ConnectionsEvicted', 'EventLoopLag', 'LogDropped', 'Memory'],
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
  async (_name, series, expected) => {
    const directory = await temporaryFolder();
    // JSON is YAML.
    const write = (name: string, content: unknown) =>
      writeFileSync(join(directory, name), JSON.stringify(content));
    const alerts = {
      expr: 'group by (alertname, severity) (ALERTS{alertstate="firing"})',
      eval_time: '4h',
      exp_samples: expected.map((name) => ({
        labels: `{alertname="SubscriberFeedback${name}",severity="${critical.includes(name) ? 'critical' : 'warning'}"}`,
        value: 1,
      })),
    };
    const input = Object.entries(series).map(([series, values]) => ({ series, values }));
    write('rules.yaml', prometheusRule.spec);
    write('test.yaml', {
      rule_files: ['rules.yaml'],
      evaluation_interval: '3m',
      tests: [{ interval: '1m', input_series: input, promql_expr_test: [alerts] }],
    });
    // Throws with what promtool reports.
    execFileSync('promtool', ['test', 'rules', 'test.yaml'], { cwd: directory });
  },
);
