import { isObject, joinPointer } from '../jsonPointer.ts';

type Warn = (pointer: string, message: string) => void;

/** Warns about each part of a document that is neither served nor tested. */
export function findUnsupported(document: Record<string, unknown>, warn: Warn): void {
  if (isObject(document.webhooks))
    warn('/webhooks', 'Webhooks are not supported, so they are ignored.');
  const { paths } = document;
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
      if (!isObject(operation) || !('callbacks' in operation)) continue;
      const pointer = joinPointer('/paths', path, method, 'callbacks');
      warn(pointer, 'Callbacks are not supported, so they are ignored.');
    }
  }
}
