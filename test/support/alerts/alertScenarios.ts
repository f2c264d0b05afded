import {
  begin,
  brief,
  currentUser,
  end,
  events,
  type Flow,
  job,
  page,
  type Scenario,
  seriesName,
  submission,
  type Values,
} from './alertSeries.ts';

/** How the requests to one operation end during an outage. */
type Outcome = Omit<Flow, 'request' | 'perHour' | 'from' | 'to'> & { share?: number };

interface Visitors {
  messagesPerHour?: number;
  /** From `begin`. */
  brief?: Outcome;
  submission?: Outcome;
  /** When the outage ends; by default, with the scenario. */
  until?: number;
}

/** The flows of subscribers, of whom one in twenty writes a message. */
function visitors({
  messagesPerHour = 6,
  brief: ofBriefs,
  submission: ofSubmissions,
  until = end,
}: Visitors = {}) {
  const briefsPerHour = messagesPerHour * 16;
  return [
    { request: page, status: 304, perHour: messagesPerHour * 20 } as const,
    ...outage({ request: brief, status: 200, perHour: briefsPerHour / 2 }, ofBriefs, until),
    ...outage({ request: brief, status: 304, perHour: briefsPerHour / 2 }, ofBriefs, until),
    { request: brief, status: 404, perHour: briefsPerHour / 20 } as const,
    ...outage({ request: submission, status: 200, perHour: messagesPerHour }, ofSubmissions, until),
    { request: submission, status: 403, perHour: messagesPerHour / 20 } as const,
  ];
}

/** The flow, of which a share ends differently between `begin` and `until`. */
function outage(flow: Flow, outcome: Outcome | undefined, until: number): Flow[] {
  if (!outcome) return [flow];
  const { share = 1, ...changed } = outcome;
  return [
    { ...flow, to: begin },
    { ...flow, perHour: flow.perHour * (1 - share), from: begin, to: until },
    { ...flow, ...changed, perHour: flow.perHour * share, from: begin, to: until },
    { ...flow, from: until },
  ];
}

/** A value until some minutes after `begin`, and another one then, at the end for `lasting` minutes. */
const changes =
  (before: Values[number], after: Values[number], delay = 0, lasting = end) =>
  (minute: number) =>
    minute >= begin + delay && minute < begin + delay + lasting ? after : before;

/** Those that wake somebody. */
export const critical = ['Down', 'ProbeFails', 'PortFails', 'RequestsFail'];

/** `job`, unless the labels have another one. */
const podSeries = (metric: string, pod: string) => seriesName(metric, { pod });
const portProbe = (pod: string) => seriesName('probe_success', { job: `${job}-port`, pod });
const edgeProbe = seriesName('probe_success', { job: `${job}-probe` });

export const scenarios: Scenario[] = [
  { name: 'an ordinary day', flows: visitors(), firing: { 0: [], 180: [] } },
  {
    name: 'a busy day on which most clients abort within seconds',
    flows: visitors({
      messagesPerHour: 60,
      brief: { status: 'aborted', share: 0.8, seconds: 1 },
      submission: { status: 'aborted', share: 0.8, seconds: 1 },
    }),
    firing: { 60: [], 180: [] },
  },
  {
    name: 'a night without a request, and with one failed message',
    flows: [{ request: submission, status: 502, perHour: 1, from: begin, to: begin + 60 }],
    firing: { 0: [], 31: [], 190: [] },
  },
  {
    name: 'a night in which a bot requests wrong brief ids and sends tokens that are rejected',
    flows: [
      { request: brief, status: 404, perHour: 30, from: 0 },
      { request: brief, status: 200, perHour: 4, from: 0 },
      { request: submission, status: 403, perHour: 30, from: 0 },
      { request: submission, status: 200, perHour: 1, from: 0 },
    ],
    firing: { 60: [], 180: [] },
  },
  {
    name: 'everything fails while few subscribers write',
    flows: visitors({ messagesPerHour: 3, brief: { status: 502 }, submission: { status: 502 } }),
    firing: {
      5: [],
      20: ['RequestsFail'],
      190: ['Errors', 'NoMessageAccepted', 'NoBriefLoaded', 'RequestsFail'],
    },
  },
  {
    name: 'all messages fail while a bot collects a 403 a minute',
    flows: [
      ...visitors({ messagesPerHour: 3, submission: { status: 500 } }),
      { request: submission, status: 403, perHour: 60, from: begin },
    ],
    firing: { 72: ['Rejections'], 155: ['Rejections', 'RequestsFail'] },
  },
  {
    name: 'ten minutes without the backend on a busy day',
    flows: visitors({
      messagesPerHour: 60,
      brief: { status: 503 },
      submission: { status: 503 },
      until: begin + 10,
    }),
    firing: { 5: ['Errors'], 12: ['Errors', 'RequestsFail'], 20: ['Errors'], 45: [], 185: [] },
  },
  {
    name: 'a scanner that gets 60 times 500 within three minutes',
    flows: [
      ...visitors(),
      { request: submission, status: 500, perHour: 1200, from: begin, to: begin + 3 },
    ],
    firing: { 8: ['Errors'], 40: [], 185: [] },
  },
  {
    name: 'half of the messages and briefs fail for an hour',
    flows: visitors({
      messagesPerHour: 60,
      brief: { status: 502, share: 0.5 },
      submission: { status: 502, share: 0.5 },
      until: begin + 60,
    }),
    firing: { 30: ['Errors', 'RequestsFail'], 110: [], 165: [] },
  },
  {
    name: 'a twentieth of the messages and briefs fails all day',
    flows: visitors({
      messagesPerHour: 60,
      brief: { status: 502, share: 0.055 },
      submission: { status: 502, share: 0.055 },
    }),
    firing: { 30: ['Errors'], 350: ['Errors', 'SomeRequestsFail'] },
  },
  {
    name: 'clients leave because briefs take more than eight seconds, for two hours',
    flows: visitors({ brief: { status: 'aborted', share: 0.3, seconds: 8 }, until: begin + 120 }),
    firing: { 10: [], 45: ['SlowBackend'], 160: [] },
  },
  {
    name: 'the staff wait for eight seconds, and event streams end with their clients',
    flows: [
      ...visitors(),
      { request: currentUser, status: 200, perHour: 30, seconds: 8, from: begin },
      { request: events, status: 'aborted', perHour: 30, seconds: 60 },
    ],
    firing: { 60: ['SlowBackend'] },
  },
  {
    name: 'the backend has lost its briefs',
    flows: visitors({ brief: { status: 404 } }),
    firing: { 10: [], 30: ['Rejections'] },
  },
  {
    name: 'the backend redirects briefs to its sign-in',
    flows: visitors({ brief: { status: 302 } }),
    firing: { 30: ['Rejections'], 200: ['NoBriefLoaded', 'Rejections'] },
  },
  {
    name: 'the captcha secret is refused, so that all messages get a 403',
    flows: visitors({ messagesPerHour: 3, submission: { status: 403 } }),
    firing: { 185: ['NoMessageAccepted'] },
  },
  {
    name: 'all tokens count as used, on a day with many messages',
    flows: visitors({ messagesPerHour: 30, submission: { status: 409 } }),
    firing: { 40: ['Rejections'], 185: ['NoMessageAccepted', 'Rejections'] },
  },
  {
    name: 'no message arrives, because the captcha is blocked for everybody',
    flows: [
      { request: page, status: 304, perHour: 120 },
      { request: submission, status: 200, perHour: 6, to: begin },
    ],
    firing: { 170: [], 200: ['NoSubmissions'] },
  },
  {
    name: 'BACKEND_URL leads back to the host',
    flows: visitors({ brief: { status: 508 }, submission: { status: 508 } }),
    series: {
      [podSeries('proxy_loops_total', 'a')]: (minute) => Math.max(0, minute - begin),
    },
    firing: { 10: ['LoopDetected'], 185: ['LoopDetected', 'NoBriefLoaded', 'NoMessageAccepted'] },
  },
  {
    name: 'one pod of three cannot reach the backend',
    pods: ['a', 'b', 'c'],
    flows: [
      ...visitors({ messagesPerHour: 30, brief: { status: 'broken', share: 1 / 3, pod: 'c' } }),
    ],
    firing: { 30: ['Errors', 'RequestsFail'] },
  },
  {
    name: 'one pod of three does not respond',
    pods: ['a', 'b', 'c'],
    flows: visitors(),
    series: { [podSeries('up', 'c')]: changes(1, 0) },
    firing: { 10: [], 20: ['InstanceMissing'] },
  },
  {
    name: 'the public port of one pod of three does not respond',
    pods: ['a', 'b', 'c'],
    flows: visitors(),
    series: { [portProbe('c')]: changes(1, 0) },
    firing: { 3: [], 15: ['PortFails'] },
  },
  {
    name: 'a rolling update replaces both pods, and one restarts',
    pods: ['a', 'b', 'c', 'd'],
    flows: visitors(),
    series: {
      ...Object.fromEntries(
        ['a', 'b'].map((name, i) => [
          podSeries('up', name),
          (minute: number) =>
            minute < begin + i
              ? 1
              : minute === begin + i
                ? 0
                : minute === begin + i + 1
                  ? 'stale'
                  : '_',
        ]),
      ),
      ...Object.fromEntries(
        ['c', 'd'].map((name, i) => [
          podSeries('up', name),
          (minute: number) => (minute < begin + i - 1 ? '_' : minute === begin + i - 1 ? 0 : 1),
        ]),
      ),
      [podSeries('process_start_time_seconds', 'c')]: changes(1000, 36_000, 60),
    },
    firing: { 2: [], 10: [], 20: [], 65: [] },
  },
  {
    name: 'both replicas have been gone for three minutes, and come back',
    series: {
      [podSeries('up', 'a')]: changes(1, 0, 0, 3),
      [podSeries('up', 'b')]: changes(1, 0, 0, 3),
      [edgeProbe]: changes(1, 0, 0, 3),
    },
    firing: { 2: [], 4: [], 15: [] },
  },
  {
    name: 'both replicas are gone',
    series: {
      [podSeries('up', 'a')]: changes(1, 0),
      [podSeries('up', 'b')]: changes(1, 0),
      [portProbe('a')]: changes(1, 0),
      [portProbe('b')]: changes(1, 0),
      [edgeProbe]: changes(1, 0),
    },
    firing: {
      3: [],
      8: ['Down', 'ProbeFails'],
      20: ['Down', 'InstanceMissing', 'ProbeFails'],
    },
  },
  {
    name: 'both replicas crash every eight minutes, and need seven of them to start',
    series: Object.fromEntries(
      ['a', 'b'].flatMap((name) => [
        [podSeries('up', name), (minute: number) => Number(minute < begin || minute % 8 === 0)],
        [
          podSeries('process_start_time_seconds', name),
          (minute: number) => (minute < begin ? 1000 : minute % 8 === 0 ? minute * 60 : '_'),
        ],
      ]),
    ),
    firing: { 60: ['Down', 'Restarts'] },
  },
  {
    name: 'Prometheus has lost the instances, and the blackbox exporter is gone',
    flows: [],
    series: {
      [podSeries('up', 'a')]: changes(1, '_'),
      [podSeries('up', 'b')]: changes(1, '_'),
      [edgeProbe]: changes(1, '_'),
    },
    firing: { 4: [], 30: ['Down', 'ProbeMissing'] },
  },
  {
    name: 'nobody can reach the page from outside, while one of two probes of another address fails',
    series: { [edgeProbe]: changes(1, 0) },
    firing: { 4: [], 10: ['ProbeFails'] },
  },
  {
    name: 'the page takes a second',
    flows: [...visitors(), { request: page, status: 200, perHour: 300, seconds: 0.9, from: begin }],
    firing: { 30: ['SlowPage'] },
  },
  {
    name: 'an instance has too little memory, time and disk, and too many connections',
    flows: visitors(),
    series: {
      [podSeries('process_resident_memory_bytes', 'a')]: changes(2e8, 4e8),
      [podSeries('nodejs_eventloop_lag_p99_seconds', 'a')]: changes(0.02, 0.2),
      [podSeries('log_lines_dropped_total', 'a')]: (minute) => Math.max(0, minute - begin),
      [podSeries('http_connections_evicted_total', 'a')]: (minute) => Math.max(0, minute - begin),
    },
    firing: { 30: ['ConnectionsEvicted', 'EventLoopLag', 'LogDropped', 'Memory'] },
  },
  {
    name: 'the backend restarts every ten minutes, and takes two of them',
    flows: [
      ...visitors({ messagesPerHour: 20 }),
      ...Array.from({ length: 20 }, (_, i) => ({
        request: brief,
        status: 502 as const,
        perHour: 1600,
        from: begin + 10 * i,
        to: begin + 10 * i + 2,
      })),
    ],
    firing: {
      4: ['Errors'],
      150: ['Errors', 'RequestsFail'],
      156: ['Errors', 'RequestsFail'],
    },
  },
];
