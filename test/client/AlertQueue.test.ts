import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { AlertQueue, type NewAlert } from '../../client/alerts/AlertQueue.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const alert: NewAlert = { type: 'info', text: 'any' };

function createQueue() {
  const queue = new AlertQueue();
  return { queue, texts: () => queue.get().map(({ text }) => text) };
}

test('an alert without an id gets a random UUID, and one with an id replaces an earlier one', () => {
  const { queue } = createQueue();
  for (const text of ['one', 'two']) queue.add({ ...alert, text });
  for (const text of ['before', 'after']) queue.add({ ...alert, text, id: 'given' });
  const uuid = expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-/);
  expect(queue.get().map(({ id, text }) => [text, id])).toEqual([
    ['one', uuid],
    ['two', uuid],
    ['after', 'given'],
  ]);
  expect(new Set(queue.get().map(({ id }) => id)).size).toBe(3);
});

test('all alerts are dismissed together, five seconds after the last change of the list', () => {
  const { queue, texts } = createQueue();
  queue.add({ ...alert, text: 'one' });
  vi.advanceTimersByTime(4000);
  queue.add({ ...alert, text: 'two' });
  vi.advanceTimersByTime(4999);
  // The pointer leaves without having moved.
  queue.release('pointer', 'a');
  expect(texts()).toEqual(['one', 'two']);
  vi.advanceTimersByTime(1);
  expect(texts()).toEqual([]);
});

test('an alert that is closed or replaced while it has the focus no longer holds the queue', () => {
  const { queue, texts } = createQueue();
  const leaves = [() => queue.remove('held'), () => void queue.add({ ...alert, id: 'held' })];
  for (const leave of leaves) {
    for (const id of ['held', 'other']) queue.add({ ...alert, id });
    queue.hold('focus', 'held');
    leave();
    vi.advanceTimersByTime(5000);
    expect(texts()).toEqual([]);
  }
});

test('closing an alert leaves the hold of another', () => {
  const { queue, texts } = createQueue();
  for (const id of ['held', 'other']) queue.add({ ...alert, id, text: id });
  queue.hold('focus', 'held');
  queue.remove('other');
  vi.advanceTimersByTime(60_000);
  expect(texts()).toEqual(['held']);
  queue.release('focus', 'held');
  vi.advanceTimersByTime(5000);
  expect(texts()).toEqual([]);
});
