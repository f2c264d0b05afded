import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createAlertQueue } from '../../../client/alerts/alertQueue.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function createQueue() {
  const queue = createAlertQueue();
  const add = (text: string, id?: string) => queue.add({ type: 'info', text, ...(id && { id }) });
  return { queue, add, texts: () => queue.get().map(({ text }) => text) };
}

test('an alert without an id gets a random UUID, and one with an id replaces an earlier one', () => {
  const { queue, add } = createQueue();
  for (const text of ['one', 'two']) add(text);
  for (const text of ['before', 'after']) add(text, 'given');
  const uuid = expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-/);
  expect(queue.get().map(({ id, text }) => [text, id])).toEqual([
    ['one', uuid],
    ['two', uuid],
    ['after', 'given'],
  ]);
  expect(new Set(queue.get().map(({ id }) => id)).size).toBe(3);
});

test('all alerts are dismissed together, five seconds after the last change of the list', () => {
  const { queue, add, texts } = createQueue();
  add('one');
  vi.advanceTimersByTime(4000);
  add('two');
  vi.advanceTimersByTime(4999);
  // The pointer leaves without having moved.
  queue.release('pointer');
  expect(texts()).toEqual(['one', 'two']);
  vi.advanceTimersByTime(1);
  expect(texts()).toEqual([]);
});

test('closing the alert that held the queue releases it', () => {
  const { queue, add, texts } = createQueue();
  add('closed', 'a');
  add('other');
  queue.hold('pointer');
  queue.remove('a');
  vi.advanceTimersByTime(5000);
  expect(texts()).toEqual([]);
});
