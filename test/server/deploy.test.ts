import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Deployment } from 'kubernetes-models/apps/v1';
import { HorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1';
import { ConfigMap, Service } from 'kubernetes-models/v1';
import { describe, expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { parseConfig } from '../../server/config.ts';
import { defaultLimits } from '../../server/limits.ts';
import { livePath, readyPath } from '../../server/paths.ts';
import { productionEnvironment } from '../support/hostConfig.ts';

const root = join(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');

/** The names of all variables that the host reads. */
function variables(): Set<string> {
  const names = new Set<string>();
  const env = new Proxy<Record<string, string>>(productionEnvironment, {
    get: (values, name: string) => {
      names.add(name);
      return values[name];
    },
  });
  parseConfig(env);
  return names;
}

describe('deploy/kubernetes.yaml', () => {
  const objects = parseAllDocuments(read('deploy/kubernetes.yaml')).map((part) => part.toJS());
  const models = { ConfigMap, Deployment, Service, HorizontalPodAutoscaler, PodDisruptionBudget };
  const byKind = Object.fromEntries(objects.map((object) => [object.kind, object]));
  const pod = byKind.Deployment.spec.template;
  const [host] = pod.spec.containers;
  const settings: Record<string, string> = byKind.ConfigMap.data;

  test('holds each object once', () => {
    expect(objects.map(({ kind }) => kind).sort()).toEqual(Object.keys(models).sort());
  });

  test.each(Object.entries(models))('%s fits the published schema', (kind, Model) => {
    const model = new Model(byKind[kind]);
    expect(model.toJSON()).toMatchObject({ apiVersion: byKind[kind].apiVersion });
    expect(() => model.validate()).not.toThrow();
  });

  test('all objects speak of the same application', () => {
    const labels = { 'app.kubernetes.io/name': 'subscriber-feedback' };
    for (const { metadata } of objects) {
      expect(metadata).toMatchObject({ name: 'subscriber-feedback', labels });
    }
    const { Deployment, Service, HorizontalPodAutoscaler, PodDisruptionBudget } = byKind;
    expect(Deployment.spec.selector.matchLabels).toEqual(labels);
    expect(pod.metadata.labels).toEqual(labels);
    expect(Service.spec.selector).toEqual(labels);
    expect(PodDisruptionBudget.spec.selector.matchLabels).toEqual(labels);
    expect(HorizontalPodAutoscaler.spec.scaleTargetRef.name).toBe(Deployment.metadata.name);
  });

  test('settings are the host’s own, and none that has no default is missing or filled in', () => {
    expect(Object.keys(settings).filter((name) => !variables().has(name))).toEqual([]);
    for (const name of Object.keys(productionEnvironment)) expect(settings[name]).toBe('');
    expect(() => parseConfig(settings)).toThrow('BACKEND_URL is not set');
    expect(() => parseConfig({ ...settings, ...productionEnvironment })).not.toThrow();
  });

  test('probes ask what the host answers, on the port where it listens', () => {
    const { port, metricsPort } = parseConfig({ ...settings, ...productionEnvironment });
    const ports = [
      { name: 'http', containerPort: port },
      { name: 'metrics', containerPort: metricsPort },
    ];
    expect(host.ports).toEqual(ports);
    expect(host.startupProbe.httpGet).toEqual({ path: livePath, port: 'http' });
    expect(host.livenessProbe.httpGet).toEqual({ path: livePath, port: 'http' });
    expect(host.readinessProbe.httpGet).toEqual({ path: readyPath, port: 'http' });
    expect(byKind.Service.spec.ports).toEqual([{ name: 'http', port: 80, targetPort: 'http' }]);
  });

  test('an update takes no copy away before a new one is ready', () => {
    expect(byKind.Deployment.spec.strategy.rollingUpdate).toEqual({
      maxUnavailable: 0,
      maxSurge: 1,
    });
    expect(byKind.HorizontalPodAutoscaler.spec.minReplicas).toBeGreaterThanOrEqual(2);
    expect(byKind.Deployment.spec.replicas).toBeUndefined();
  });

  test('a copy has time to notice, to finish and to end', () => {
    const { drainDelayMs, drainTimeoutMs, proxyTimeoutMs } = parseConfig({
      ...settings,
      ...productionEnvironment,
    });
    const { periodSeconds, failureThreshold } = host.readinessProbe;
    expect(drainDelayMs).toBeGreaterThan(periodSeconds * failureThreshold * 1000);
    expect(drainTimeoutMs).toBeGreaterThan(proxyTimeoutMs);
    const grace = pod.spec.terminationGracePeriodSeconds * 1000;
    expect(grace).toBeGreaterThan(drainDelayMs + drainTimeoutMs);
  });

  test('a copy may write nothing and become nobody else', () => {
    expect(pod.spec.securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 65532 });
    expect(host.securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    });
    expect(pod.spec.automountServiceAccountToken).toBe(false);
    expect(host.resources.limits).toEqual({ cpu: '1', memory: '448Mi' });
  });
});

describe('deploy/Dockerfile', () => {
  const stages = read('deploy/Dockerfile')
    .split(/^FROM /m)
    .slice(1);
  const last = stages.at(-1) ?? '';

  test('the image holds only Node and dist/', () => {
    expect(stages).toHaveLength(2);
    expect(last.match(/^(?:COPY|ADD|RUN).*$/gm)).toEqual([
      'COPY --from=build /usr/local/bin/node /usr/local/bin/node',
      'COPY --from=build /project/dist /host',
    ]);
  });

  test('it builds with the Node version of the project', () => {
    const version = read('.node-version').trim().split('.')[0];
    expect(stages[0]).toMatch(new RegExp(`^node:${version}-`));
  });

  test('it runs as nobody, takes signals itself and says whether it is well', () => {
    expect(last).toMatch(/^USER 65532:65532$/m);
    expect(last).toMatch(/^CMD \["node", "\/host\/server\.js"\]$/m);
    expect(last).toMatch(new RegExp(`HEALTHCHECK[^]*${livePath}`));
  });
});

describe('.env.example', () => {
  const documented = [...read('.env.example').matchAll(/^([A-Z_]+)=/gm)].map(([, name]) => name);

  test('names every variable that the host reads, and those of the mock', () => {
    expect([...documented].sort()).toEqual([...variables(), 'MOCK_PORT', 'MOCK_JOURNAL'].sort());
  });

  test('sets none of them', () => {
    expect(read('.env.example')).not.toMatch(/^[A-Z_]+=./m);
  });
});

describe('docs/operations.md', () => {
  const text = read('docs/operations.md');

  test('names every variable that the host reads', () => {
    for (const name of variables()) expect(text).toContain(`\`${name}\``);
  });

  test('tells the limits as they are', () => {
    const { headersMs, requestMs, idleMs, connectMs, bodyBytes } = defaultLimits;
    for (const ms of [headersMs, requestMs, idleMs, connectMs]) {
      expect(text).toContain(`${ms / 1000} s`);
    }
    expect(text).toContain(`${bodyBytes / 1024} KiB`);
  });
});
