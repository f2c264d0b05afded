import type { IncomingMessage } from 'node:http';
import type { Operation } from '../contract/contract.ts';
import type { ContractContext } from '../contract/contractContext.ts';
import { createViolation, type Violation } from '../contract/violation.ts';
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

    /** The violations of a complete response to an operation. */
    async validate(
      { contract, validateResponse }: ContractContext,
      operation: Operation,
      method: string | undefined,
    ): Promise<Violation[]> {
      const { statusCode: status = 0, headers = {} } = response ?? {};
      // A 304 has no body, and its headers describe the response that the client has cached.
      if (!response || status === 304) return [];
      if (method === 'HEAD') return validateResponse(operation, { status, headers });
      const content = await body.read(headers['content-encoding']);
      if (content.kind === 'malformed') {
        return [
          createViolation(contract, {
            rule: 'response.header',
            location: 'header content-encoding',
            pointer: operation.pointer,
            reason: `is ${content.encoding}, but the body is not`,
          }),
        ];
      }
      return validateResponse(operation, {
        status,
        headers,
        body: content.kind === 'decoded' ? content.body : undefined,
      });
    },
  };
}
