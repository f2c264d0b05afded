import type { Operation } from '../contract/contract.ts';
import { maskFields } from '../contract/secretFields.ts';
import type { ValidatedRequest } from '../contract/validate/validateRequest.ts';
import type { JournalEntry } from './journalEntry.ts';

/** In characters. A valid submission with a real captcha response takes a fifth of this. */
const maxBodyLength = 16 * 1024;

/** The journal fields of a request to an operation, even if it violates the contract. */
export function describeRequest(
  operation: Operation,
  { body, violations }: ValidatedRequest,
  { key, suffix, subscriber }: Pick<JournalEntry, 'key' | 'suffix' | 'subscriber'>,
  secretFields: ReadonlySet<string>,
): Partial<JournalEntry> {
  return {
    operation: operation.id,
    ...(key !== undefined && { key }),
    ...(suffix !== undefined && { suffix }),
    ...(subscriber !== undefined && { subscriber }),
    ...(body !== undefined && { body: recordableBody(body, secretFields) }),
    violations,
  };
}

function recordableBody(body: unknown, secretFields: ReadonlySet<string>): unknown {
  const { length } = JSON.stringify(body);
  return length > maxBodyLength
    ? `${length} characters, too long to record`
    : maskFields(body, secretFields);
}
