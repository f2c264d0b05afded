import { execFileSync } from 'node:child_process';
import { closeSync, constants, openSync, readSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createLog } from '../../server/runtime/log.ts';
import { createLogDestination } from '../../server/runtime/logDestination.ts';
import { get, sendRaw } from '../rawClient.ts';
import { startRawBackend } from '../startRawBackend.ts';
import { temporaryFolder } from '../temporaryFiles.ts';
import { longTestTimeoutMs } from '../timeouts.ts';
import { waitFor } from '../waitFor.ts';
import { buildHostForFile, validEnvironment } from './fixtures/runBuiltHost.ts';

const host = buildHostForFile();

/** Creates a pipe whose reader reads only on request. */
async function createPipe() {
  const path = join(await temporaryFolder(), 'pipe');
  execFileSync('mkfifo', [path]);
  const reader = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  onTestFinished(() => closeSync(reader));
  const buffer = Buffer.alloc(2 ** 20);
  let received = '';
  return {
    /** A file descriptor that stays open, because its number would be reused while writes to it are still retried. */
    fd: openSync(path, constants.O_WRONLY | constants.O_NONBLOCK),
    /** Returns a file descriptor whose writes wait for the reader, as those of a shell or of docker do. */
    openBlocking: () => openSync(path, constants.O_WRONLY),
    /** Reads what is in the pipe and returns everything that was ever read. */
    read: () => {
      try {
        received += buffer.toString('utf8', 0, readSync(reader, buffer));
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error;
      }
      return received;
    },
  };
}

const maxBufferedBytes = 10_000;
/** Larger than a pipe and the buffer together. */
const lineCount = 2_000;
const padding = 'x'.repeat(90);

test('a reader that resumes gets complete lines and the number of dropped lines', async () => {
  const pipe = await createPipe();
  const destination = createLogDestination({ fd: pipe.fd, maxBufferedBytes });
  const log = createLog('info', destination);
  for (let n = 0; n < lineCount; n++) log.info({ lines: n }, padding);
  await waitFor(() => expect(pipe.read()).toMatch('log lines dropped'));
  log.info('resumed');
  await waitFor(() => expect(pipe.read()).toMatch('resumed'));
  const lines = pipe
    .read()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  const reports = lines.filter(({ msg }) => msg === 'log lines dropped');
  expect(reports).toMatchObject([{ level: 'warn', lines: destination.droppedCount }]);
  expect(lines).toHaveLength(lineCount - destination.droppedCount + 2);
});

/** Creates a pipe that is full. */
async function createFullPipe() {
  const pipe = await createPipe();
  expect(() => {
    for (;;) writeSync(pipe.fd, padding);
  }).toThrow('EAGAIN');
  return pipe;
}

test('the last lines are written if the reader resumes within two seconds of the end', async () => {
  const pipe = await createFullPipe();
  const destination = createLogDestination({ fd: pipe.fd });
  // Longer than what may be left of the pipe.
  destination.write(`${padding.repeat(100)}last line`);
  const ended = destination.end();
  pipe.read();
  await ended;
  expect(pipe.read()).toMatch(/last line$/);
});

/** Starts the built host with this log, and waits until it serves requests. */
async function startHost(stdout: number, variables: Record<string, string> = {}) {
  const { port, stop } = await startRawBackend();
  stop();
  const env = { ...validEnvironment, PORT: String(port), ...variables };
  const running = host.spawn(env, [], { stdio: ['ignore', stdout, 'pipe'] });
  const readStatus = async (path: string) => (await sendRaw(port, get(path))).status;
  const isServing = async () => expect(await readStatus('/app/subscriber-feedback/')).toBe(200);
  await vi.waitFor(isServing, { timeout: longTestTimeoutMs });
  return { ...running, readStatus };
}

test.each([
  ['reader hangs', async () => (await createFullPipe()).openBlocking()],
  ['device is full', () => openSync('/dev/full', 'w')],
])(
  'a host whose log %s serves requests and shuts down',
  async (_name, openTarget) => {
    const { exitCode, output, terminate } = await startHost(await openTarget());
    terminate();
    expect({ code: await exitCode(), ...output }).toMatchObject({ code: 0, stderr: '' });
  },
  longTestTimeoutMs,
);

test(
  'a second signal exits at once, as SIGINT does after SIGHUP, also if the log reader hangs',
  async () => {
    const log = (await createFullPipe()).openBlocking();
    const { child, exitCode, interrupt, readStatus } = await startHost(log, {
      DRAIN_DELAY_MS: '60000',
    });
    child.kill('SIGHUP');
    await waitFor(async () => expect(await readStatus('/health/ready')).toBe(503));
    interrupt();
    expect(await exitCode()).toBe(1);
  },
  longTestTimeoutMs,
);
