import { basePath } from '../../../server/paths.ts';
import { knownOperations } from '../../../server/requests/routePattern.ts';
import { createMetrics } from '../../../server/runtime/metrics.ts';
import { captureLog } from '../../host/fixtures/captureLog.ts';

/** Minutes from the start of a scenario. Each begins with the three ordinary hours that the alerts look back. */
export const begin = 190;
export const end = begin + 360;

export const page = { method: 'GET', route: `${basePath}/{subscriberId}/{briefId}/contact` };
export const brief = { method: 'GET', route: '/rest/subscriber-feedback/briefs/{briefId}' };
export const submission = { method: 'POST', route: '/rest/subscriber-feedback/form-submit' };
export const currentUser = { method: 'GET', route: '/rest/alchemyuser/currentUser' };
export const events = { method: 'GET', route: '/events/*' };

/** Requests that end alike, evenly spread over the time. */
export interface Flow {
  request: { method: string; route: string };
  status: number | 'aborted' | 'broken';
  perHour: number;
  /** How long each takes; 0.1 by default. */
  seconds?: number;
  /** In minutes; by default, the whole scenario. */
  from?: number;
  to?: number;
  /** The instance that responds: by default, the first one. */
  pod?: string;
}

const firstPod = 'a';

export type Values = (number | '_' | 'stale')[];

/** The values of time series in each minute, by their names and labels. */
type Series = Map<string, Values>;

export interface Scenario {
  name: string;
  flows?: Flow[];
  /** Series that differ from those of two healthy instances. */
  series?: Record<string, (minute: number) => Values[number]>;
  pods?: string[];
  /** The alerts that fire, by the minute after `begin`. */
  firing: Record<number, string[]>;
}

const minutes = Array.from({ length: end + 1 }, (_, minute) => minute);

/** The buckets that the alerts use. */
const boundsOf = (route: unknown) => (route === page.route ? ['0.1', '0.25', '1', '+Inf'] : ['5']);

export const job = 'subscriber-feedback';

export function seriesName(metric: string, labels: Record<string, string | number>): string {
  const pairs = Object.entries({ job, ...labels }).map(([name, value]) => `${name}="${value}"`);
  return `${metric}{${pairs.join(',')}}`;
}

const histogram = 'http_request_duration_seconds';

/** Adds one request to the histogram of an instance, from `minute` on. */
function observe(
  series: Series,
  labels: Record<string, string | number>,
  seconds: number,
  minute: number,
) {
  const add = (name: string, isCounted: boolean) => {
    const values = series.get(name) ?? minutes.map((): Values[number] => '_');
    series.set(name, values);
    for (let i = minute; i <= end; i++) {
      const value = values[i];
      values[i] = (typeof value === 'number' ? value : 0) + Number(isCounted);
    }
  };
  add(seriesName(`${histogram}_count`, labels), true);
  for (const le of boundsOf(labels.route)) {
    const bound = le === '+Inf' ? Number.POSITIVE_INFINITY : Number(le);
    add(seriesName(`${histogram}_bucket`, { ...labels, le }), seconds <= bound);
  }
}

function addFlow(series: Series, flow: Flow): void {
  const { request, status, perHour, seconds = 0.1, from = 0, to = end, pod = firstPod } = flow;
  const count = Math.floor((perHour * (to - from)) / 60);
  for (let i = 0; i < count; i++) {
    const minute = Math.floor(from + ((i + 0.5) * 60) / perHour);
    observe(series, { ...request, status, pod }, seconds, minute);
  }
}

/** The series that a new instance has before its first request. */
const initialLabels = (
  await createMetrics(captureLog().logDestination, knownOperations).registry.metrics()
)
  .split('\n')
  .flatMap((line) => line.match(/^http_request_duration_seconds_count\{(.+)\} 0$/)?.[1] ?? [])
  // The others add nothing but time.
  .filter((labels) => /route="\/rest\/subscriber-feedback\//.test(labels))
  .map((labels) =>
    Object.fromEntries([...labels.matchAll(/(\w+)="([^"]*)"/g)].map((m) => m.slice(1))),
  );

export function createSeries({
  flows = [],
  series: given = {},
  pods = [firstPod, 'b'],
}: Scenario): Series {
  const series: Series = new Map();
  const constant = (metric: string, labels: Record<string, string>, value: number) =>
    series.set(
      seriesName(metric, labels),
      minutes.map(() => value),
    );
  for (const pod of pods) {
    constant('up', { pod }, 1);
    constant('process_start_time_seconds', { pod }, 1000);
    constant('nodejs_eventloop_lag_p99_seconds', { pod }, 0.02);
    constant('process_resident_memory_bytes', { pod }, 2e8);
    constant('log_lines_dropped_total', { pod }, 0);
    constant('http_connections_evicted_total', { pod }, 0);
    constant('proxy_loops_total', { pod }, 0);
    constant('probe_success', { job: `${job}-port`, pod }, 1);
  }
  for (const pod of new Set(flows.map(({ pod = firstPod }) => pod))) {
    for (const labels of initialLabels) {
      constant(`${histogram}_count`, { ...labels, pod }, 0);
      for (const le of boundsOf(labels.route))
        constant(`${histogram}_bucket`, { ...labels, pod, le }, 0);
    }
  }
  constant('probe_success', { job: `${job}-probe` }, 1);
  constant('process_resident_memory_bytes', { job: 'other' }, 4e9);
  for (const flow of flows) addFlow(series, flow);
  for (const [name, valueAt] of Object.entries(given)) series.set(name, minutes.map(valueAt));
  return series;
}
