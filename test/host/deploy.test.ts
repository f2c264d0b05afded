import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { DEFAULT_MIN_VERSION } from 'node:tls';
import { expect, test } from 'vitest';
import { parseConfig } from '../../server/config/config.ts';
import { defaultLimits } from '../../server/config/defaultLimits.ts';
import { environmentSchema } from '../../server/config/environment.ts';
import { isUnder, livePath, readyPath } from '../../server/paths.ts';
import { knownOperations } from '../../server/requests/routePattern.ts';
import { startHttpServer } from '../startHttpServer.ts';
import { productionEnvironment } from '../testConfig.ts';
import { longTestTimeoutMs } from '../timeouts.ts';
import {
  byKind,
  container,
  objects,
  operations,
  pod,
  read,
  readObjects,
} from './fixtures/deployment.ts';

const variables = Object.keys(environmentSchema.shape);
const contractPaths = knownOperations
  .map(([route]) => route)
  .filter((route) => !isUnder('/app', route));

const { Deployment, Service, NetworkPolicy, PodDisruptionBudget } = byKind;
const configMap: Record<string, string> = byKind.ConfigMap.data;
const config = parseConfig({ ...configMap, ...productionEnvironment });

test('the objects of deploy/kubernetes.yaml refer to the same application, ports and health paths', () => {
  const labels = { 'app.kubernetes.io/name': 'subscriber-feedback' };
  for (const { metadata } of [...objects, pod]) expect(metadata.labels).toEqual(labels);
  const { selector } = Deployment.spec;
  expect(selector.matchLabels).toEqual(labels);
  expect(PodDisruptionBudget.spec.selector).toEqual(selector);
  expect(NetworkPolicy.spec.podSelector).toEqual(selector);
  expect(Service.spec.selector).toEqual(labels);
  expect(byKind.HorizontalPodAutoscaler.spec.scaleTargetRef.name).toBe(Deployment.metadata.name);
  expect(container.ports).toEqual([
    { name: 'http', containerPort: config.port },
    { name: 'metrics', containerPort: config.metricsPort },
  ]);
  expect(Service.spec.ports).toMatchObject([{ targetPort: 'http' }]);
  const { startupProbe, livenessProbe, readinessProbe } = container;
  expect(livenessProbe.httpGet).toEqual({ path: livePath, port: 'metrics' });
  expect(startupProbe.httpGet).toEqual(livenessProbe.httpGet);
  expect(readinessProbe.httpGet).toEqual({ path: readyPath, port: 'metrics' });
});

test('Services of the namespace set no variable of a pod', () => {
  expect(pod.spec.enableServiceLinks).toBe(false);
});

test('a changed value needs a ConfigMap of another name, so that an undo restores it with the image', () => {
  const { ConfigMap } = byKind;
  expect(ConfigMap.immutable).toBe(true);
  expect(ConfigMap.metadata.name).toMatch(/-\d+$/);
  expect(container.envFrom).toEqual([{ configMapRef: { name: ConfigMap.metadata.name } }]);
});

test('the pods forward what the page needs, and the rest of the contract with the paths in the comment', () => {
  const forwarded = (paths: readonly string[]) =>
    contractPaths.filter((path) => paths.some((prefix) => isUnder(prefix, path)));
  const ofPage = contractPaths.filter((path) => path.startsWith('/rest/subscriber-feedback/'));
  expect(forwarded(config.proxyPaths)).toEqual(ofPage);
  const [, comment = ''] = read('deploy/kubernetes.yaml').match(/add the paths (.+)\.\n/) ?? [];
  const others = comment.split(/, | and /);
  expect(forwarded([...config.proxyPaths, ...others])).toEqual(contractPaths);
});

test('an image gets what its build writes, and the build nothing that others have written', () => {
  const ignored = read('.gitignore').match(/[^/\s].*?(?=\/?$)/gm) ?? [];
  for (const file of ['deploy/Dockerfile', 'deploy/mock.Dockerfile']) {
    const copied = read(file).match(/(?<=^COPY --from=build )\S+/gm) ?? [];
    expect(copied).toEqual(['/usr/local/bin/node', expect.stringMatching(/^\/project\/dist\b/)]);
    const excluded = read(`${file}.dockerignore`);
    for (const name of [...ignored, '*.tsbuildinfo']) expect(excluded).toContain(name);
  }
});

const dockerfile = read('deploy/Dockerfile');

test('a build of the image fails without the image of the previous release', () => {
  expect(dockerfile).toMatch(/^ARG PREVIOUS_IMAGE$/m);
  // An image of which the next one takes the client may have no shell.
  expect(dockerfile).toMatch(
    /^FROM \$\{PREVIOUS_IMAGE\} AS previous(?:\n#.*)*\nWORKDIR \/host\/client$/m,
  );
  for (const file of ['docs/operations.md', '.github/workflows/ci.yml']) {
    const [command = ''] =
      read(file).match(/docker build --?f(?:ile)? deploy\/Dockerfile[^\n]*(?:\n[^\n]+)*/) ?? [];
    expect(command).toContain('--build-arg PREVIOUS_IMAGE=');
  }
});

test('the image names a user other than root, and the pods none, which a cluster may choose', () => {
  // A number, which `runAsNonRoot` requires.
  expect(dockerfile).toMatch(/^USER [1-9]\d*:[1-9]\d*$/m);
  const { securityContext } = pod.spec;
  expect(securityContext).toMatchObject({ runAsNonRoot: true });
  for (const name of ['runAsUser', 'runAsGroup']) expect(securityContext).not.toHaveProperty(name);
});

/** The instructions of the last stage of an image. */
const lastStage = (file: string) =>
  read(file)
    .split(/^FROM /m)
    .at(-1) ?? '';

const commands = {
  'deploy/Dockerfile': ['node', '/host/server.js', '--version'],
  'deploy/mock.Dockerfile': ['node', '/mock/bin/mock.js', '--help'],
};

test.each(Object.entries(commands))(
  'a build of %s fails if its executable does not run in the image',
  (file, command) => {
    const [, run = '[]'] = lastStage(file).match(/^RUN (\[.+\])$/m) ?? [];
    expect(JSON.parse(run)).toEqual(command);
    expect(lastStage(file).indexOf('RUN [')).toBeGreaterThan(lastStage(file).lastIndexOf('COPY'));
  },
);

test('the health check of the image is that of the host', () => {
  expect(dockerfile).toMatch(/^HEALTHCHECK .*\n {2}CMD \["node", "\/host\/health.js"\]$/m);
});

test(
  'the health check of the mock succeeds while it serves, also with a blank behind its port',
  async () => {
    const [, command = '[]'] =
      lastStage('deploy/mock.Dockerfile').match(/^ {2}CMD (\[.+\])$/m) ?? [];
    const [, ...args] = JSON.parse(command);
    const proxies = { NODE_USE_ENV_PROXY: '1', HTTP_PROXY: 'http://127.0.0.1:1' };
    const check = async (port: string) => {
      const child = spawn(process.execPath, args, { env: { ...proxies, MOCK_PORT: port } });
      return (await once(child, 'exit'))[0];
    };
    const { port } = await startHttpServer((req, res) => {
      res.writeHead(req.url === '/mock/console.json' ? 200 : 404).end();
    });
    expect(await check(`${port} `)).toBe(0);
    expect(await check('1')).toBe(1);
  },
  longTestTimeoutMs,
);

test('deploy/kubernetes.yaml as it is deploys no image, reaches no backend and sets no business value', () => {
  expect(container.image).toBe('');
  expect(NetworkPolicy.spec.egress).toMatchObject([
    { ports: [{ port: 53 }, { port: 53 }, { port: 5353 }, { port: 5353 }] },
    { to: [{ ipBlock: { cidr: '' } }], ports: [{ port: 443 }] },
  ]);
  expect(variables).toEqual(expect.arrayContaining(Object.keys(configMap)));
  for (const name of Object.keys(productionEnvironment)) expect(configMap[name]).toBe('');
});

test('a pod survives one failed check, and has time to become unready, to drain and to exit', () => {
  const { drainDelayMs, drainTimeoutMs, proxyTimeoutMs } = config;
  const { periodSeconds, failureThreshold } = container.readinessProbe;
  expect(failureThreshold).toBeGreaterThan(1);
  expect(container.livenessProbe.failureThreshold).toBeGreaterThan(1);
  expect(drainDelayMs).toBeGreaterThan(periodSeconds * failureThreshold * 1000);
  expect(drainTimeoutMs).toBeGreaterThan(proxyTimeoutMs);
  const graceMs = pod.spec.terminationGracePeriodSeconds * 1000;
  // The log has 2 s to be written.
  expect(graceMs).toBeGreaterThan(drainDelayMs + drainTimeoutMs + 2_000);
});

test('deploy/gateway.yaml leads to the Service, waits longer than the host and repeats nothing', () => {
  const [gateway, route] = readObjects('deploy/gateway.yaml');
  expect(route.spec.parentRefs).toEqual([{ name: gateway.metadata.name }]);
  const [{ backendRefs, timeouts, ...others }] = route.spec.rules;
  expect(backendRefs).toEqual([{ name: Service.metadata.name, port: Service.spec.ports[0].port }]);
  expect(Number.parseInt(timeouts.request, 10) * 1000).toBeGreaterThan(config.proxyTimeoutMs);
  expect(others).toEqual({});
});

test('.env.example documents exactly the variables of the host beside those of the mock, and sets none', () => {
  const lines = read('.env.example').match(/^\w+=.*$/gm) ?? [];
  const documented = lines.filter((line) => !line.startsWith('MOCK_')).sort();
  expect(documented).toEqual(variables.map((name) => `${name}=`).sort());
});

test('.env.example states the defaults of the host', () => {
  const entries = [...read('.env.example').matchAll(/^((?:#.*\n)+)(\w+)=/gm)];
  const defaults = entries.map(([, comment = '', name = '']) => {
    const [, value = 'none'] = comment.match(/Default: ([^\s,;]+(?:,\/\S+)?)/) ?? [];
    return [name, /^(?:none|off)$/.test(value) ? '' : value];
  });
  const stated = Object.fromEntries(defaults.filter(([, value]) => value));
  expect(Object.keys(stated).length).toBeGreaterThan(10);
  expect(parseConfig({ ...productionEnvironment, ...stated })).toEqual(
    parseConfig(productionEnvironment),
  );
});

test.each(['app/subscriber-feedback', '/app//subscriber-feedback/', 'APP/Subscriber-Feedback'])(
  'the mask in docs/operations.md hides the subscriber id after /%s, and edges with RE2 accept it',
  (path) => {
    const [, mask = ''] = operations.match(/`\(\?i\)(\S+)` becomes `\$1\*`/) ?? [];
    expect(mask).not.toMatch(/\(\?/);
    const masked = `/${path}/314159/daily/contact`.replace(new RegExp(mask, 'i'), '$1*');
    expect(masked).toBe(`/${path}/*/daily/contact`);
  },
);

test('docs/operations.md has the limits of the host', () => {
  const { maxHeaderBytes, maxHeadersCount, ...limits } = defaultLimits;
  const text = operations.replace(/\s+/g, ' ');
  const rows = [
    `limit the body of a request | ${limits.maxBodyBytes / 1024} KiB`,
    `receiving the request headers | ${limits.headersTimeoutMs / 1000} s`,
    `receiving the whole request | ${limits.requestTimeoutMs / 1000} s`,
    `until the first byte of the first request | ${limits.headersTimeoutMs / 1000} to ${limits.headersTimeoutMs / 1000 + 1} s`,
    `the sum of \`PROXY_TIMEOUT_MS\` and ${limits.stallTimeoutMs / 1000} s`,
    `the headers of a request | ${maxHeaderBytes / 1024} KiB, and at most ${maxHeadersCount} of`,
    `connecting to the backend | ${limits.connectTimeoutMs / 1000} s, or`,
    `each but the last has ${limits.connectAttemptTimeoutMs / 1000} s`,
    `must support TLS ${DEFAULT_MIN_VERSION.slice(4)} or later`,
  ];
  expect(rows.filter((row) => !text.includes(row))).toEqual([]);
});
