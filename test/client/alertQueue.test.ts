import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createAlertQueue } from '../../client/alerts/alertQueue.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function queueWith(...texts: string[]) {
  const queue = createAlertQueue();
  const ids = texts.map((text) => queue.add({ type: 'info', text }));
  return { queue, ids, texts: () => queue.get().map(({ text }) => text) };
}

test('an alert without an id gets a random UUID', () => {
  const { queue, ids } = queueWith('one', 'two');
  expect(new Set(ids).size).toBe(2);
  expect(ids[0]).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(queue.add({ id: 'given', type: 'error', text: 'three' })).toBe('given');
  expect(queue.get().at(-1)?.id).toBe('given');
});

test('an alert replaces an earlier one with the same id', () => {
  const { queue, texts } = queueWith();
  queue.add({ id: 'same', type: 'info', text: 'before' });
  queue.add({ id: 'same', type: 'info', text: 'after' });
  expect(texts()).toEqual(['after']);
});

test('all alerts are dismissed together, five seconds after the last change of the list', () => {
  const { queue, texts } = queueWith('one');
  vi.advanceTimersByTime(4000);
  queue.add({ type: 'info', text: 'two' });
  vi.advanceTimersByTime(4999);
  expect(texts()).toEqual(['one', 'two']);
  vi.advanceTimersByTime(1);
  expect(texts()).toEqual([]);
});

test('closing the alert that held the queue releases it', () => {
  const { queue, ids, texts } = queueWith('closed', 'other');
  queue.hold('pointer');
  queue.remove(ids[0] ?? '');
  vi.advanceTimersByTime(5000);
  expect(texts()).toEqual([]);
});
