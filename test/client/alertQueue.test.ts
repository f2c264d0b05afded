import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createAlertQueue } from '../../client/platform/alertQueue.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function queueWith(...texts: string[]) {
  const queue = createAlertQueue();
  const ids = texts.map((text) => queue.add({ type: 'info', text }));
  return { queue, ids, texts: () => queue.get().map(({ text }) => text) };
}

test('an alert is given a random UUID unless it brings an id', () => {
  const { queue, ids } = queueWith('one', 'two');
  expect(new Set(ids).size).toBe(2);
  expect(ids[0]).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(queue.add({ id: 'mine', type: 'error', text: 'three' })).toBe('mine');
  expect(queue.get().at(-1)?.id).toBe('mine');
});

test('an alert with the id of an earlier one takes its place', () => {
  const { queue, texts } = queueWith();
  queue.add({ id: 'same', type: 'info', text: 'before' });
  queue.add({ id: 'same', type: 'info', text: 'after' });
  expect(texts()).toEqual(['after']);
});

test('alerts go five seconds after the last change of the list, all at once', () => {
  const { queue, texts } = queueWith('one');
  vi.advanceTimersByTime(4000);
  queue.add({ type: 'info', text: 'two' });
  vi.advanceTimersByTime(4999);
  expect(texts()).toEqual(['one', 'two']);
  vi.advanceTimersByTime(1);
  expect(texts()).toEqual([]);
});

test('a persistent alert stays until it is closed', () => {
  const { queue, texts } = queueWith('goes');
  const id = queue.add({ type: 'error', text: 'stays', persistent: true });
  vi.advanceTimersByTime(60_000);
  expect(texts()).toEqual(['stays']);
  queue.remove(id);
  expect(texts()).toEqual([]);
});

test('an alert that is held stays, and goes five seconds after the last release', () => {
  const { queue, texts } = queueWith('read me');
  queue.hold('pointer');
  queue.hold('focus');
  vi.advanceTimersByTime(60_000);
  queue.release('pointer');
  vi.advanceTimersByTime(60_000);
  expect(texts()).toEqual(['read me']);
  queue.release('focus');
  vi.advanceTimersByTime(4999);
  expect(texts()).toEqual(['read me']);
  vi.advanceTimersByTime(1);
  expect(texts()).toEqual([]);
});

test('closing the alert that held the list lets the others go', () => {
  const { queue, ids, texts } = queueWith('closed', 'other');
  queue.hold('pointer');
  queue.remove(ids[0] ?? '');
  vi.advanceTimersByTime(5000);
  expect(texts()).toEqual([]);
});

test('a listener hears of every change until it stops listening', () => {
  const { queue } = queueWith();
  const listener = vi.fn();
  const stop = queue.subscribe(listener);
  const id = queue.add({ type: 'info', text: 'one' });
  queue.remove(id);
  stop();
  queue.add({ type: 'info', text: 'two' });
  expect(listener).toHaveBeenCalledTimes(2);
});
