import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
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
  const config = parseConfig({ ...configMap, ...productionEnvironment });

  test('all objects refer to the same application', () => {
    const labels = { 'app.kubernetes.io/name': 'subscriber-feedback' };
    for (const { metadata } of objects) expect(metadata.labels).toEqual(labels);
    const { Deployment, Service, HorizontalPodAutoscaler, PodDisruptionBudget } = byKind;
    expect(byKind.NetworkPolicy.spec.podSelector.matchLabels).toEqual(labels);
    expect(Deployment.spec.selector.matchLabels).toEqual(labels);
    expect(pod.metadata.labels).toEqual(labels);
    expect(Service.spec.selector).toEqual(labels);
    expect(PodDisruptionBudget.spec.selector.matchLabels).toEqual(labels);
    expect(HorizontalPodAutoscaler.spec.scaleTargetRef.name).toBe(Deployment.metadata.name);
  });

  test('the ConfigMap has only variables of the host, with a blank value for each required one', () => {
    expect(variables).toEqual(expect.arrayContaining(Object.keys(configMap)));
    for (const name of Object.keys(productionEnvironment)) expect(configMap[name]).toBe('');
  });

  test('the probes use the health paths and the port of the host', () => {
    expect(host.ports).toEqual([
      { name: 'http', containerPort: config.port },
      { name: 'metrics', containerPort: config.metricsPort },
    ]);
    expect(host.startupProbe.httpGet).toEqual({ path: livePath, port: 'http' });
    expect(host.livenessProbe.httpGet).toEqual({ path: livePath, port: 'http' });
    expect(host.readinessProbe.httpGet).toEqual({ path: readyPath, port: 'http' });
    expect(byKind.Service.spec.ports).toMatchObject([{ targetPort: 'http' }]);
  });

  test('applying the file cannot deploy an old image, because it names none', () => {
    expect(host.image).toBe('');
  });

  test('a pod has time to become unready, to drain and to exit', () => {
    const { drainDelayMs, drainTimeoutMs, proxyTimeoutMs } = config;
    const { periodSeconds, failureThreshold } = host.readinessProbe;
    expect(drainDelayMs).toBeGreaterThan(periodSeconds * failureThreshold * 1000);
    expect(drainTimeoutMs).toBeGreaterThan(proxyTimeoutMs);
    const grace = pod.spec.terminationGracePeriodSeconds * 1000;
    expect(grace).toBeGreaterThan(drainDelayMs + drainTimeoutMs);
  });

  test('one failed check makes no pod unready, and a pod reaches only name servers and the backend', () => {
    expect(host.readinessProbe.failureThreshold).toBeGreaterThan(1);
    const [names, backend] = byKind.NetworkPolicy.spec.egress;
    expect(new Set(names.ports.map(({ port }: { port: number }) => port))).toEqual(new Set([53]));
    expect(backend.to).toEqual([{ ipBlock: { cidr: '' } }]);
  });
});

test('deploy/gateway.yaml leads to the Service, waits longer than the host and repeats nothing', () => {
  const [gateway, route] = parseAllDocuments(read('deploy/gateway.yaml')).map((part) =>
    part.toJS(),
  );
  expect(route.spec.parentRefs).toEqual([{ name: gateway.metadata.name }]);
  const [{ backendRefs, timeouts, ...others }] = route.spec.rules;
  expect(backendRefs).toEqual([{ name: 'subscriber-feedback', port: 80 }]);
  const { proxyTimeoutMs } = parseConfig(productionEnvironment);
  expect(Number.parseInt(timeouts.request, 10) * 1000).toBeGreaterThan(proxyTimeoutMs);
  expect(others).toEqual({});
});

describe('deploy/Dockerfile', () => {
  const dockerfile = read('deploy/Dockerfile');

  test('the build uses the Node version of the project and keeps the client of the previous image', () => {
    const version = read('.node-version').trim().split('.')[0];
    expect(dockerfile).toMatch(new RegExp(`^ARG NODE_IMAGE=node:${version}-`, 'm'));
    expect(dockerfile).toMatch('\nCOPY --from=previous /host/client dist/client\n');
  });

  test('the host runs without privileges, as process 1, with a health check', () => {
    expect(dockerfile).toMatch(/^USER 65532:65532$/m);
    expect(dockerfile).toMatch(/^CMD \["node", "\/host\/server\.js"\]$/m);
    expect(dockerfile).toMatch(new RegExp(`HEALTHCHECK[^]*${livePath}`));
  });

  test('the mock is built with the same images and ignores the same files', () => {
    const imagesOf = (text: string) => text.match(/^ARG (NODE|BASE)_IMAGE=.*$/gm);
    expect(imagesOf(read('deploy/mock.Dockerfile'))).toEqual(imagesOf(dockerfile));
    const ignored = read('deploy/mock.Dockerfile.dockerignore');
    expect(ignored).toBe(read('deploy/Dockerfile.dockerignore'));
  });
});

test('.env.example documents exactly the variables of the host beside those of the mock, and sets none', () => {
  const lines = [...read('.env.example').matchAll(/^(\w+)=(.*)$/gm)];
  const documented = lines.map(([, name = '']) => name);
  expect(documented.filter((name) => !name.startsWith('MOCK_')).sort()).toEqual(
    [...variables].sort(),
  );
  expect(lines.filter(([, , value]) => value !== '')).toEqual([]);
});

test('deploy/example.env is a complete configuration', () => {
  const lines = [...read('deploy/example.env').matchAll(/^(\w+)=(.+)$/gm)];
  const env = Object.fromEntries(lines.map(([, name, value]) => [name, value]));
  expect(parseConfig(env).backendUrl).toBe('http://localhost:4010');
});

test('the mask in docs/operations.md hides the subscriber id in each spelling that the host redirects, and edges with RE2 accept it', () => {
  const [, mask = ''] = read('docs/operations.md').match(/`\(\?i\)(\S+)` becomes `\$1\*`/) ?? [];
  expect(mask).not.toMatch(/\(\?/);
  const targets = [
    'app/subscriber-feedback',
    '/app//subscriber-feedback/',
    'APP/Subscriber-Feedback',
  ];
  for (const target of targets) {
    const masked = `/${target}/314159/daily/contact`.replace(new RegExp(mask, 'i'), '$1*');
    expect(masked).toBe(`/${target}/*/daily/contact`);
  }
});

test('docs/operations.md states the default limits', () => {
  const text = read('docs/operations.md');
  const { maxHeaderBytes, maxBodyBytes, maxBufferedBytes, ...limits } = defaultLimits;
  for (const name of [
    'headersTimeoutMs',
    'requestTimeoutMs',
    'keepAliveTimeoutMs',
    'connectTimeoutMs',
  ] as const) {
    expect(text).toContain(`${limits[name] / 1000} s`);
  }
  expect(text).toContain(`the headers of a request | ${maxHeaderBytes / 1024} KiB`);
  expect(text).toContain(`${maxBodyBytes / 1024} KiB`);
  expect(text).toContain(`${maxBufferedBytes / 2 ** 20} MiB`);
});
