import { isObject, joinPointer } from '../jsonPointer.ts';

type Warn = (pointer: string, message: string) => void;

/** Warns about each part of a document that is neither served nor tested, or hides another. */
export function findUnsupported(document: Record<string, unknown>, warn: Warn): void {
  if (isObject(document.webhooks))
    warn('/webhooks', 'Webhooks are not supported, so they are ignored.');
  const { paths } = document;
  const ids = new Set<unknown>();
  for (const [path, item] of isObject(paths) ? Object.entries(paths) : []) {
    if (!isObject(item)) continue;
    if (path.includes('}{')) {
      const message = `The path "${path}" has adjacent variables, so it is ignored.`;
      warn(joinPointer('/paths', path), message);
    }
    for (const key of ['query', 'additionalOperations']) {
      const pointer = joinPointer('/paths', path, key);
      if (key in item) warn(pointer, `"${key}" is not supported, so it is ignored.`);
    }
    for (const [method, operation] of Object.entries(item)) {
      if (!isObject(operation)) continue;
      const pointer = joinPointer('/paths', path, method);
      const { operationId: id, callbacks } = operation;
      if (callbacks !== undefined) {
        warn(`${pointer}/callbacks`, 'Callbacks are not supported, so they are ignored.');
      }
      if (ids.has(id)) warn(`${pointer}/operationId`, `Another operation is "${id}" as well.`);
      if (id !== undefined) ids.add(id);
    }
  }
}
