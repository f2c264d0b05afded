import { headerText } from '#contract';
import type { Case, Received } from '../model.ts';

/** Whether a status is that of a limit, of what HTTP leaves open, or of a value that the server may not have. */
export function isInconclusive(
  { tolerated, mayBeUnknown, expected }: Pick<Case, 'tolerated' | 'mayBeUnknown' | 'expected'>,
  { status, headers }: Pick<Received, 'status' | 'headers'>,
): boolean {
  const isUnknown = mayBeUnknown && [401, 403, 404].includes(status) && expected !== 'unauthorized';
  const isLimit =
    status === 429 || (status === 503 && headerText(headers, 'retry-after') !== undefined);
  return isLimit || isUnknown || tolerated.includes(status);
}
