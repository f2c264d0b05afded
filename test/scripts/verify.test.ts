import { describe, expect, test } from 'vitest';
import { loadContract } from '../../mock-api/contract/loadContract.ts';
import { type Flaw, startBackend } from '../../scripts/bench/seeded/rightBackend.ts';
import { terminalReport } from '../../scripts/verify/terminalReport.ts';
import { answeringServer } from '../support/answeringServer.ts';
import { mockServer } from '../support/mockServer.ts';
import { backend, EDITOR, EVERYTHING, found, verifyAt } from '../support/verifyRun.ts';

const contract = await loadContract('openapi.yaml');

/** A backend that knows nothing, and what it was sent. */
async function listeningBackend() {
  const seen: { method: string; url: string; body: string; agent: string }[] = [];
  const url = await answeringServer((req, res) => {
    let body = '';
    req.on('data', (chunk) => (body += chunk));
    req.on('end', () => {
      const { method = '', url: target = '', headers } = req;
      seen.push({ method, url: target, body, agent: headers['user-agent'] ?? '' });
      res.writeHead(404, { 'Content-Type': 'application/json' }).end('{"message":"No."}');
    });
  });
  return { url, seen };
}

test('the mock honours the contract, and everything is proven', async () => {
  const { url, journal } = await mockServer();
  const report = await verifyAt(contract, url, EVERYTHING, EDITOR);
  expect(found(report)).toEqual([]);
  expect(report.warnings).toEqual([]);
  expect(report.leftOut).toEqual([]);
  expect(journal.list().length).toBeGreaterThan(140);
});

describe('on a shared system', () => {
  test('nothing that may change something is sent unless it is allowed', async () => {
    const { url, seen } = await listeningBackend();
    const report = await verifyAt(contract, url, [], EDITOR);
    expect(new Set(seen.map(({ method }) => method))).toEqual(
      new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE']),
    );
    expect(seen.filter(({ method, url: path }) => method === 'GET' && /logout/.test(path))).toEqual(
      [],
    );
    expect(report.leftOut.length).toBeGreaterThan(100);
    expect(terminalReport(report)).toContain(
      'of submitFeedback: it may change something, and --allow-writes is not given',
    );
  });

  test('no more than --max-writes of it is sent, and the rest is named', async () => {
    const { url, seen } = await listeningBackend();
    const report = await verifyAt(contract, url, ['--allow-writes', '--max-writes', '7']);
    const writes = seen.filter(
      ({ method, url: path }) =>
        !['GET', 'HEAD', 'OPTIONS', 'TRACE'].includes(method) ||
        (method === 'GET' && path.endsWith('logout.jsp')),
    );
    expect(writes).toHaveLength(7);
    const named = report.leftOut.filter(({ reason }) => reason === '--max-writes 7 is used up');
    expect(named.length).toBeGreaterThan(100);
  });

  test('every submission can be recognised by its text, and every request by its sender', async () => {
    const { url, seen } = await listeningBackend();
    await verifyAt(contract, url, ['--allow-writes', '--max-writes', '999', '--tag', '[us]']);
    const messages = seen.filter(({ body }) => body.startsWith('{') && body.endsWith('}'));
    expect(messages.length).toBeGreaterThan(60);
    expect(messages.filter(({ body }) => !body.includes('[us]'))).toEqual([]);
    expect(new Set(seen.map(({ agent }) => agent))).toEqual(new Set(['contract-check']));
  });

  test('the given password is sent in one request only', async () => {
    const { url, seen } = await listeningBackend();
    await verifyAt(contract, url, EVERYTHING, EDITOR);
    const uses = seen.filter(({ body }) => /username=editor&password=correct/.test(body));
    expect(uses).toHaveLength(1);
  });

  test('the rate is kept', async () => {
    const { url, seen } = await listeningBackend();
    const start = performance.now();
    await verifyAt(contract, url, ['--only', 'getBrief', '--rate', '50']);
    expect(seen.length).toBeGreaterThanOrEqual(8);
    expect(performance.now() - start).toBeGreaterThan((seen.length - 1) * 20 - 5);
  });
});

test('a check can be skipped by name', async () => {
  const oldServer: Flaw = {
    after: (answered) => (answered.status === 405 ? { ...answered, status: 404 } : answered),
  };
  const report = await verifyAt(contract, await backend(oldServer), [
    ...EVERYTHING,
    ...['--skip-check', 'method'],
  ]);
  expect(found(report)).toEqual([]);
  expect(report.leftOut.some(({ reason }) => reason === '--skip-check method')).toBe(true);
});

test('a server that answers 404 to everything is warned of, because nothing is proven', async () => {
  const { url } = await listeningBackend();
  const report = await verifyAt(contract, url, [
    '--skip-check',
    'method,credentials,bad-data,status',
  ]);
  expect(report.warnings).toEqual([
    'Every answer was 404: nothing is proven. Is this the right address?',
  ]);
});

test('a server that dies in the middle is a fault, and the rest is left out', async () => {
  const { url } = await backendThatDies();
  const report = await verifyAt(contract, url, EVERYTHING);
  expect(found(report)).toContain('submitFeedback answer');
  expect(report.leftOut.some(({ reason }) => /no more connections/.test(reason))).toBe(true);
});

async function backendThatDies() {
  const started = await startBackend({
    after: (answered, { body }) => {
      if (String(body) !== 'null') return answered;
      void started.close();
      return 'close';
    },
  });
  return started;
}
