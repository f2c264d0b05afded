import {
  type Contract,
  type findMessageProblems,
  isRecord,
  shorten,
  splitPointer,
  type Violation,
  valueAt,
} from '#contract';
import type { TestCase } from '../plan/testCase.ts';
import type { WireRequest } from '../plan/wireRequest.ts';
import type { HttpResponse } from '../send/sendRequest.ts';

/** Where a response breaks a check. Its place is that of the test case unless it has one. */
export interface Finding {
  /** What is wrong, as a sentence. */
  message: string;
  expected: string;
  /** Replaces the description of the response. */
  received?: string;
  /** The rule that the response violates, unless the check is about its status. */
  rule?: string;
  /** The invalid part of the response: `body/fullName`, `header password-expired`. */
  location?: string;
  /** JSON pointer into the contract. */
  pointer?: string;
  /** Replaces the hint of the check. */
  hint?: string;
  /** Whether it is only worth a warning. */
  isAdvice?: boolean;
}

/** A request and its response, with what checks share. */
export interface Exchange {
  contract: Contract;
  options: CheckOptions;
  testCase: TestCase;
  /** The request with all its headers. */
  request: WireRequest;
  /** The response, with status 0 if there is none. */
  response: HttpResponse;
  /** Why there is no complete response, as a sentence. */
  error: string | undefined;
  /** Whether the server was too busy, so that the request was sent again. */
  isRetried: boolean;
  /** Whether the status tells what the case tests: not if the server may lack an id or a credential. */
  isConclusive: boolean;
  /** What the declared responses do not allow. Empty where HTTP defines the response. */
  violations: readonly Violation[];
  /** What no response may be, whatever the contract says. */
  problems: ReturnType<typeof findMessageProblems>;
  /** What was sent before, to compare with. */
  earlier: readonly Exchange[];
}

export interface CheckOptions {
  /** The server. No response discloses another host of it. */
  url: URL;
  /** Whether a value that can be used once must be rejected the second time. */
  enforceSingleUse: boolean;
  /** Infinity if any duration is accepted. */
  maxResponseTimeMs: number;
}

/** One promise about responses. It may compare a response with its request and with earlier exchanges. */
export interface Check {
  name: string;
  /** What holds for a backend that passes, as a sentence. */
  promise: string;
  /** The first place to look for the cause. */
  hint: string;
  appliesTo(exchange: Exchange): boolean;
  run(exchange: Exchange): readonly Finding[];
}

export function isSuccess({ status }: { status: number }): boolean {
  return status >= 200 && status < 300;
}

export function isClientError({ status }: { status: number }): boolean {
  return status >= 400 && status < 500;
}

/** The problems of HTTP itself in a response, at some of its locations. */
export function problemsOf(
  { problems, testCase: { operation } }: Exchange,
  isAt: (location: string) => boolean,
  isDisclosed = false,
): Finding[] {
  return problems
    .filter(({ location, isDisclosure = false }) => isDisclosure === isDisclosed && isAt(location))
    .map(({ location, reason, expected, isAdvice = false }) => {
      const message = `The ${location.replace(/^(\w+)[ /](.*)/, '$1 "$2"')} ${reason}.`;
      return { message, expected, location, pointer: operation.pointer, isAdvice };
    });
}

/** The keyword of the contract at a pointer, and its value unless that is an object: `maxLength: 500`. */
export function quoteContract({ document }: Exchange['contract'], pointer: string): string {
  const name = splitPointer(pointer).at(-1) ?? '';
  const value = valueAt(document, pointer);
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  return isRecord(value) ? name : `${name}: ${shorten(text)}`;
}
