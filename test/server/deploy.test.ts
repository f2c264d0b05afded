import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { parseConfig } from '../../server/config/config.ts';
import { environmentSchema } from '../../server/config/environment.ts';
import { defaultLimits } from '../../server/config/limits.ts';
import { livePath, readyPath } from '../../server/paths.ts';
import { productionEnvironment } from '../support/host/testConfig.ts';

const root = join(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');

const variables = Object.keys(environmentSchema.shape);

describe('deploy/kubernetes.yaml', () => {
  const objects = parseAllDocuments(read('deploy/kubernetes.yaml')).map((part) => part.toJS());
  const byKind = Object.fromEntries(objects.map((object) => [object.kind, object]));
  const pod = byKind.Deployment.spec.template;
  const [host] = pod.spec.containers;
  const configMap: Record<string, string> = byKind.ConfigMap.data;

  test('all objects refer to the same application', () => {
    const labels = { 'app.kubernetes.io/name': 'subscriber-feedback' };
    for (const { metadata } of objects) {
      expect(metadata).toMatchObject({ name: 'subscriber-feedback', labels });
    }
    const { Deployment, Service, HorizontalPodAutoscaler, PodDisruptionBudget } = byKind;
    expect(byKind.NetworkPolicy.spec.podSelector.matchLabels).toEqual(labels);
    expect(Deployment.spec.selector.matchLabels).toEqual(labels);
    expect(pod.metadata.labels).toEqual(labels);
    expect(Service.spec.selector).toEqual(labels);
    expect(PodDisruptionBudget.spec.selector.matchLabels).toEqual(labels);
    expect(HorizontalPodAutoscaler.spec.scaleTargetRef.name).toBe(Deployment.metadata.name);
  });

  test('the ConfigMap has only variables of the host, with a blank value for each required one', () => {
    expect(Object.keys(configMap).filter((name) => !variables.includes(name))).toEqual([]);
    for (const name of Object.keys(productionEnvironment)) expect(configMap[name]).toBe('');
    expect(() => parseConfig(configMap)).toThrow('BACKEND_URL: required');
    expect(() => parseConfig({ ...configMap, ...productionEnvironment })).not.toThrow();
  });

  test('the probes use the health paths and the port of the host', () => {
    const { port, metricsPort } = parseConfig({ ...configMap, ...productionEnvironment });
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

  test('applying the file cannot deploy an old image, because it names none', () => {
    expect(host.image).toBe('');
  });

  test('an update stops no pod before a new one is ready', () => {
    expect(byKind.Deployment.spec.strategy.rollingUpdate).toEqual({
      maxUnavailable: 0,
      maxSurge: 1,
    });
    expect(byKind.HorizontalPodAutoscaler.spec.minReplicas).toBeGreaterThanOrEqual(2);
    expect(byKind.Deployment.spec.replicas).toBeUndefined();
  });

  test('a pod has time to become unready, to drain and to exit', () => {
    const { drainDelayMs, drainTimeoutMs, proxyTimeoutMs } = parseConfig({
      ...configMap,
      ...productionEnvironment,
    });
    const { periodSeconds, failureThreshold } = host.readinessProbe;
    expect(drainDelayMs).toBeGreaterThan(periodSeconds * failureThreshold * 1000);
    expect(drainTimeoutMs).toBeGreaterThan(proxyTimeoutMs);
    const grace = pod.spec.terminationGracePeriodSeconds * 1000;
    expect(grace).toBeGreaterThan(drainDelayMs + drainTimeoutMs);
  });

  test('a pod has a read-only file system and no privileges', () => {
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

describe('deploy/ingress.yaml', () => {
  const ingress = parse(read('deploy/ingress.yaml'));
  const setting = (name: string) =>
    ingress.metadata.annotations[`nginx.ingress.kubernetes.io/${name}`];

  test('limits bodies as the host does, and connections and requests of a client', () => {
    expect(setting('proxy-body-size')).toBe(`${defaultLimits.maxBodyBytes / 1024}k`);
    expect(Number(setting('limit-connections'))).toBeGreaterThan(0);
    expect(Number(setting('limit-rps'))).toBeGreaterThan(0);
  });

  test("waits longer than the host's time limit and never repeats a submission", () => {
    const { proxyTimeoutMs } = parseConfig(productionEnvironment);
    expect(Number(setting('proxy-read-timeout')) * 1000).toBeGreaterThan(proxyTimeoutMs);
    expect(setting('proxy-next-upstream')).toBe('error');
  });
});

describe('deploy/Dockerfile', () => {
  const stages = read('deploy/Dockerfile')
    .split(/^FROM /m)
    .slice(1);
  const last = stages.at(-1) ?? '';
  const build = stages.at(-2) ?? '';

  test('the build keeps the client of the previous image, if one is given', () => {
    expect(read('deploy/Dockerfile')).toMatch(/^ARG PREVIOUS_IMAGE=no-previous-release\n+FROM /m);
    expect(stages[0]).toMatch(/ AS no-previous-release\nRUN mkdir -p \/host\/client\n/);
    expect(stages[1]).toMatch(/^\$\{PREVIOUS_IMAGE\} AS previous\n/);
    expect(build).toContain('\nCOPY --from=previous /host/client dist/client\n');
    expect(last).toContain('/project/dist /host');
  });

  test('the image contains only Node and dist/', () => {
    expect(last.match(/^(?:COPY|ADD|RUN).*$/gm)).toEqual([
      'COPY --from=build /usr/local/bin/node /usr/local/bin/node',
      'COPY --from=build /project/dist /host',
    ]);
  });

  test('every base image can be pinned by an argument', () => {
    const images = stages.map((stage) => stage.match(/^\$\{(\w+)\}/)?.[1]);
    expect(images).toEqual(['BASE_IMAGE', 'PREVIOUS_IMAGE', 'NODE_IMAGE', 'BASE_IMAGE']);
    const operations = read('docs/operations.md');
    for (const image of images) expect(operations).toContain(`--build-arg ${image}=`);
  });

  test('the build uses the Node version of the project', () => {
    const version = read('.node-version').trim().split('.')[0];
    expect(read('deploy/Dockerfile')).toMatch(new RegExp(`^ARG NODE_IMAGE=node:${version}-`, 'm'));
    expect(build).toMatch(/^\$\{NODE_IMAGE\} AS build\n/);
  });

  test('the host runs without privileges, as process 1, with a health check', () => {
    expect(last).toMatch(/^USER 65532:65532$/m);
    expect(last).toMatch(/^CMD \["node", "\/host\/server\.js"\]$/m);
    expect(last).toMatch(new RegExp(`HEALTHCHECK[^]*${livePath}`));
  });
});

describe('.env.example', () => {
  const documented = [...read('.env.example').matchAll(/^([A-Z_]+)=/gm)].map(([, name]) => name);

  test('documents exactly the variables of the schema and of the mock', () => {
    expect([...documented].sort()).toEqual(
      [
        ...variables,
        'MOCK_PORT',
        'MOCK_DATA',
        'MOCK_BACKEND',
        'MOCK_ALLOWED_HOSTS',
        'MOCK_JOURNAL',
        'MOCK_JOURNAL_LIMIT',
      ].sort(),
    );
  });

  test('sets no variable', () => {
    expect(read('.env.example')).not.toMatch(/^[A-Z_]+=./m);
  });
});

describe('docs/operations.md', () => {
  const text = read('docs/operations.md');

  test('states the default limits', () => {
    const {
      headersTimeoutMs,
      requestTimeoutMs,
      keepAliveTimeoutMs,
      connectTimeoutMs,
      maxHeaderBytes,
      maxBodyBytes,
      maxBufferedBytes,
    } = defaultLimits;
    for (const ms of [headersTimeoutMs, requestTimeoutMs, keepAliveTimeoutMs, connectTimeoutMs]) {
      expect(text).toContain(`${ms / 1000} s`);
    }
    expect(text).toContain(`the headers of a request | ${maxHeaderBytes / 1024} KiB`);
    expect(text).toContain(`${maxBodyBytes / 1024} KiB`);
    expect(text).toContain(`${maxBufferedBytes / 2 ** 20} MiB`);
  });
});

describe('deploy/mock.Dockerfile', () => {
  const dockerfile = read('deploy/mock.Dockerfile');

  test('it builds with the images of the host and ignores the same files', () => {
    const imagesOf = (text: string) => text.match(/^ARG (NODE|BASE)_IMAGE=.*$/gm);
    expect(imagesOf(dockerfile)).toEqual(imagesOf(read('deploy/Dockerfile')));
    expect(imagesOf(dockerfile)).toHaveLength(2);
    const ignored = read('deploy/mock.Dockerfile.dockerignore');
    expect(ignored).toBe(read('deploy/Dockerfile.dockerignore'));
  });
});
