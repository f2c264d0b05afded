import type { IncomingMessage } from 'node:http';
import {
  type ContractContext,
  createViolation,
  mayBeUndeclared,
  type Operation,
  type Violation,
  validateCookies,
  validateMessage,
} from '../contract/index.ts';
import { describeResponse } from '../journal/describeRequest.ts';
import type { JournalEntry } from '../journal/journalEntry.ts';
import { createBodyCapture } from './captureBody.ts';
import type { ExchangeListener } from './forward.ts';

/** Keeps a copy of a response while it is forwarded, for the journal and for validation. */
export function captureResponse() {
  const body = createBodyCapture();
  let response: IncomingMessage | undefined;

  return {
    listener: {
      onResponse(incoming) {
        response = incoming;
      },
      onResponseChunk: body.add,
    } satisfies Partial<ExchangeListener>,

    hasBegun: () => response !== undefined,
    /** The status and the media type; nothing without a response. */
    describeHead(): Partial<JournalEntry> {
      if (!response) return {};
      const { statusCode, headers } = response;
      const mediaType = headers['content-type'];
      return {
        ...(statusCode !== undefined && { status: statusCode }),
        ...(mediaType !== undefined && { mediaType }),
      };
    },

    /** Also the headers and, unless it is too large or cannot be decompressed, the body. */
    async describe(secretFields: ReadonlySet<string>): Promise<Partial<JournalEntry>> {
      if (!response) return {};
      const { headers } = response;
      const content = await body.read(headers['content-encoding']);
      const isDecoded = content.kind === 'decoded';
      const described = describeResponse(
        { headers, body: isDecoded ? content.body : Buffer.alloc(0) },
        secretFields,
      );
      const { responseBody, ...withoutBody } = described;
      return { ...this.describeHead(), ...(isDecoded ? described : withoutBody) };
    },

    /** The violations of a complete response to a request with this body. */
    async validate(
      { contract, validateResponse }: ContractContext,
      operation: Operation,
      { method = '', url = '', headers: requestHeaders }: IncomingMessage,
      requestBody: Uint8Array,
    ): Promise<Violation[]> {
      const { statusCode: status = 0, headers = {}, rawHeaders = [] } = response ?? {};
      // A 304 has no body, and its headers describe the response that the client has cached.
      const isCached = status === 304 && isConditional(requestHeaders);
      if (!response || isCached) return [];
      const content = await body.read(headers['content-encoding']);
      const isKnown = content.kind === 'decoded' && method !== 'HEAD';
      const message = { status, headers, ...(isKnown && { body: content.body }) };
      const sent = { headers: requestHeaders, text: `${url}\n${Buffer.from(requestBody)}` };
      const violations = validateMessage(contract, operation, sent, { ...message, rawHeaders });
      if (mayBeUndeclared(operation, method, message)) return violations;
      const [requestPath = ''] = url.split('?', 1);
      const setCookies = headers['set-cookie'] ?? [];
      const exchange = { requestPath, requestHeaders, status, setCookies };
      violations.push(...validateCookies(contract, operation, exchange));
      if (content.kind !== 'malformed') {
        return [...violations, ...validateResponse(operation, message)];
      }
      return [
        ...violations,
        createViolation(contract, {
          rule: 'response.header',
          location: 'header content-encoding',
          pointer: operation.pointer,
          reason: `is ${content.encoding}, but the body is not`,
        }),
      ];
    },
  };
}

function isConditional(headers: IncomingMessage['headers']): boolean {
  return Object.keys(headers).some((name) => name.startsWith('if-'));
}
