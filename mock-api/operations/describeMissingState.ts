import { findResponse } from '../contract/index.ts';
import type { MockFiles } from './loadMockFiles.ts';

/** What a client may notice of the operations without a handler, as sentences that begin with `file:line`. */
export function describeMissingState({ context: { contract }, data }: MockFiles): string[] {
  const { file, operations, lineOf } = contract;
  const schemes = new Map(
    operations.flatMap(({ security }) => security.flat().map((it) => [it.pointer, it])),
  );
  const others = [...schemes.values()].filter(
    ({ key }) => !data.hasHandlers || key !== data.sessionCookie,
  );
  const found = others.map(({ name, pointer }) => ({
    pointer,
    reason: `The mock accepts any credentials of "${name}", except empty ones and those with the word "invalid".`,
  }));
  for (const { method, path, id, pointer } of operations) {
    if (method !== 'DELETE') continue;
    const isRead = operations.some(
      (other) =>
        other.path === path &&
        other.method === 'GET' &&
        [404, 410].some((it) => findResponse(other, it)),
    );
    if (isRead) found.push({ pointer, reason: `The mock still finds what "${id}" has deleted.` });
  }
  return found.map(({ pointer, reason }) => `${file}:${lineOf(pointer)} ${reason}`);
}
