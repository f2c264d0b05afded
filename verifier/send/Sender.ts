import { setTimeout as wait } from 'node:timers/promises';
import type { Received, VerifyOptions } from '../model.ts';
import { mergeHeaders, type SentHeaders } from './mergeHeaders.ts';
import { RateLimiter } from './RateLimiter.ts';
import { retryAfterMs } from './retryAfterMs.ts';
import { createSendRequest } from './sendRequest.ts';
import { TargetError } from './TargetError.ts';
import { resolveTarget, type WireRequest } from './wireRequest.ts';

/** The number of times that a request is repeated because the server is too busy. */
const maxRetries = 3;
/** The time that a run waits for a busy server altogether. */
const maxWaitMs = 60_000;
/** The pauses before attempts to connect again: a server that crashed may restart. */
const reconnectDelaysMs = [100, 400, 1500];

/** Sends requests with the headers of the options, and within their rate. */
export class Sender {
  readonly limiter: RateLimiter;
  readonly #options: VerifyOptions;
  readonly #sendRequest: ReturnType<typeof createSendRequest>;
  #sentCount = 0;
  #waitedMs = 0;

  constructor(options: VerifyOptions) {
    this.#options = options;
    this.limiter = new RateLimiter(options.requestsPerSecond);
    this.#sendRequest = createSendRequest(options);
  }

  get sentCount(): number {
    return this.#sentCount;
  }

  /**
   * Adds the headers of the options and of a session to a request.
   * @param withoutHeaders the names, in lower case, of the headers that the options must not add
   */
  complete(
    request: WireRequest,
    session: SentHeaders,
    withoutHeaders: readonly string[],
  ): WireRequest {
    const given = Object.entries(this.#options.headers).filter(
      ([name]) => !withoutHeaders.includes(name.toLowerCase()),
    );
    // A gateway in front of the server may need it in every request, whatever a case sends in its place.
    const authorization = given.filter(([name]) => name.toLowerCase() === 'authorization');
    const headers = mergeHeaders(
      Object.fromEntries(given),
      request.headers,
      Object.fromEntries(authorization),
      session,
    );
    return { ...request, headers };
  }

  /**
   * Sends a request, and again if the server was too busy for it.
   * @param mayRetry false for a request that is sent once, whatever happens
   * @returns the last response, and those before it
   * @throws {TargetError} if the first connection fails
   */
  async send(
    request: WireRequest,
    mayRetry: boolean,
  ): Promise<{ response: Received; busy: readonly Received[] }> {
    const busy: Received[] = [];
    for (;;) {
      const response = await this.#connect(request);
      const pauseMs = retryAfterMs(response);
      const isLast = !mayRetry || pauseMs === undefined || busy.length >= maxRetries;
      if (isLast || this.#waitedMs + pauseMs > maxWaitMs) return { response, busy };

      busy.push(response);
      this.#waitedMs += pauseMs;
      this.limiter.slowDown(pauseMs);
      await this.limiter.waitForTurn();
    }
  }

  /** Sends a request, and again if no connection was made, because then nothing was sent. */
  async #connect(request: WireRequest): Promise<Received> {
    this.#sentCount += 1;
    this.#options.onProgress?.(this.#sentCount);
    let received = await this.#sendRequest(request);
    if (this.#sentCount === 1) this.#requireTarget(request, received);
    for (const delayMs of received.isUnreachable ? reconnectDelaysMs : []) {
      await wait(delayMs);
      received = await this.#sendRequest(request);
      if (!received.isUnreachable) break;
    }
    return received;
  }

  /** @throws {TargetError} if the first response shows that the URL is wrong */
  #requireTarget({ target }: WireRequest, { isUnreachable, error, headers }: Received): void {
    const { contract, url } = this.#options;
    const { origin } = url;
    if (isUnreachable)
      throw new TargetError(
        `${origin}: ${error} Check the URL, a proxy, and that the backend is running.`,
      );

    const path = resolveTarget(url, contract.basePath, target);
    const location = URL.parse(headers.location?.[0] ?? '', origin);
    if (!location || location.origin === origin || location.href !== location.origin + path) return;
    throw new TargetError(`The URL redirects to ${location.origin}: use that.`);
  }
}
