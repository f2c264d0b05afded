import { isJson, isRecord, parseMediaType } from '../../../../mock-api/contract/index.ts';
import type { CaseDraft, RowKind } from '../../plan/testCase.ts';
import type { WireRequest } from '../../plan/wireRequest.ts';
import { baseMediaType, type PhaseContext } from '../phaseContext.ts';

/** Returns undefined if the body cannot be changed in this way. */
export type ChangeJson = (
  json: string,
  body: Record<string, unknown>,
) => string | Buffer | undefined;

/**
 * Creates the function that drafts a case whose body differs in its bytes from that of the base request.
 * Undefined for an operation without a JSON object as its body.
 */
export function createJsonDrafter(context: PhaseContext) {
  const { base } = context;
  const { body } = base.values;
  const media = baseMediaType(context);
  if (!media || !isJson(parseMediaType(media.mediaType)?.essence ?? '') || !isRecord(body)) {
    return undefined;
  }
  const draft = (kind: RowKind, description: string, change: ChangeJson): CaseDraft => ({
    ...base,
    kind,
    description: `The body ${description}.`,
    pointer: kind === 'invalid data' ? '' : media.pointer,
    rewrite: changeBody(change),
  });
  return { body, draft };
}

function changeBody(change: ChangeJson) {
  return (request: WireRequest): WireRequest | undefined => {
    const json = String(request.body);
    const changed = change(json, JSON.parse(json));
    if (changed === undefined || changed === json) return undefined;
    return { ...request, body: Buffer.from(changed as string) };
  };
}
