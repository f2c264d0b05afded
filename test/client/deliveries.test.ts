import { afterEach, expect, test, vi } from 'vitest';
import type { DeliveryStatus } from '../../client/api/feedbackApi.ts';
import type { CaptchaOutcome } from '../../client/captcha/useCaptcha.ts';
import { MessageStores } from '../../client/feedback/MessageStore.ts';
import type { FieldElement } from '../../client/feedback/messageFields.ts';
import {
  canSubmit,
  discard,
  dismissReceipt,
  isUnconfirmed,
  keptMessages,
  listTexts,
  type MessageState,
  restore,
  undoDiscard,
} from '../../client/feedback/messageState.ts';
import { createRandom } from '../createRandom.ts';
import { connectForm, stubStorage } from './fixtures/fakePage.ts';

afterEach(() => void vi.unstubAllGlobals());

interface Page {
  stores: MessageStores;
  elements: Readonly<Record<string, FieldElement>>;
  /** The requests without a response. */
  pending: { subject: string; respond(status: DeliveryStatus): void }[];
  /** Receives a message of another tab. */
  receive?: (event: { data: unknown }) => void;
}

interface Tab {
  storage: Map<string, string>;
  /** The last one is shown; the others are in the back/forward cache. */
  pages: Page[];
  /** The subjects of the messages that must be kept. */
  owned: Set<string>;
  /** The subjects of those that may have arrived. */
  doubtful: Set<string>;
}

/** A browser with several tabs, and a backend that responds when it is told to. */
interface World {
  tabs: Tab[];
  /** The tab that is used. */
  tab: Tab;
  delivered: Set<string>;
  messageCount: number;
  pick<Value>(values: readonly Value[]): Value | undefined;
}

const params = { subscriberId: '1', briefId: 'a' };

const createTab = (): Tab => ({
  storage: new Map(),
  pages: [],
  owned: new Set(),
  doubtful: new Set(),
});

const shownPage = ({ pages }: Tab) => pages.at(-1) as Page;
const storeOf = ({ tab }: World) => shownPage(tab).stores.get(params);
const stateOf = (world: World): MessageState => storeOf(world).get();

/** Opens a browser whose events are the same in each run with a seed. */
function openBrowser(seed: number): World {
  const tab = createTab();
  const random = createRandom(seed);
  const world: World = {
    tabs: [tab],
    tab,
    delivered: new Set(),
    messageCount: 0,
    pick: (values) => values[random(values.length)],
  };
  stubStorage(() => world.tab.storage);
  vi.stubGlobal(
    'BroadcastChannel',
    class {
      page = shownPage(world.tab);

      set onmessage(receive: Page['receive']) {
        Object.assign(this.page, { receive });
      }

      postMessage(data: unknown) {
        const sender = world.tab;
        // A page in the back/forward cache gets no message.
        for (const tab of world.tabs) {
          const page = shownPage(tab);
          if (page === this.page) continue;
          world.tab = tab;
          page.receive?.({ data });
        }
        world.tab = sender;
      }
    },
  );
  openPage(world);
  return world;
}

function openPage({ tab }: World): void {
  const pending: Page['pending'] = [];
  const submitFeedback = ({ subjectLine: subject }: { subjectLine: string }) =>
    new Promise<{ status: DeliveryStatus }>((resolve) => {
      pending.push({ subject, respond: (status) => resolve({ status }) });
    });
  const stores = new MessageStores({ feedbackApi: { submitFeedback }, alerts: { add: vi.fn() } });
  const page: Page = { stores, elements: {}, pending };
  tab.pages.push(page);
  page.elements = connectForm(stores.get(params)).elements;
}

/** Closes the page that is shown. Its pending messages stay doubtful, because it gets no response. */
function closePage({ tab }: World): void {
  shownPage(tab).stores.save();
  for (const { subject } of tab.pages.pop()?.pending ?? []) tab.doubtful.add(subject);
}

function write(world: World, text: string): void {
  const { tab } = world;
  tab.owned.delete(stateOf(world).fields.subject);
  for (const element of Object.values(shownPage(tab).elements)) element.value = text;
  storeOf(world).syncFields();
  if (text) tab.owned.add(text);
}

async function submit(world: World, outcome: CaptchaOutcome): Promise<void> {
  if (!canSubmit(stateOf(world))) return;
  await storeOf(world).submit({ execute: async () => outcome, dispose() {} });
}

/** Responds to a page of the tab, which can be in the back/forward cache. */
function respond({ tab, delivered, pick }: World): void {
  const waiting = tab.pages.filter(({ pending }) => pending.length > 0);
  const request = pick(waiting)?.pending.shift();
  const status = pick<DeliveryStatus>(['delivered', 'undelivered', 'unconfirmed']) ?? 'undelivered';
  if (!request) return;
  if (status === 'delivered') delivered.add(request.subject);
  if (status === 'unconfirmed') tab.doubtful.add(request.subject);
  request.respond(status);
}

function discardOne(world: World): void {
  const message = world.pick(keptMessages(stateOf(world)));
  if (!message) return;
  storeOf(world).apply((state) => discard(state, message.id));
  world.tab.owned.delete(message.fields.subject);
}

function undo(world: World): void {
  const { unsent, discardedId } = stateOf(world);
  const discarded = unsent.find(({ id }) => id === discardedId);
  storeOf(world).apply(undoDiscard);
  if (discarded) world.tab.owned.add(discarded.fields.subject);
}

function goBack(world: World): void {
  if (world.tab.pages.length === 1) return;
  closePage(world);
  shownPage(world.tab).stores.reload();
}

function copyTab(world: World): void {
  const { storage, owned, doubtful, pages } = world.tab;
  if (world.tabs.length === 4) return;
  const pending = pages.flatMap((page) => page.pending.map(({ subject }) => subject));
  world.tab = {
    storage: new Map(storage),
    pages: [],
    // What has been cleared is in the other tab only.
    owned: new Set(storage.size > 0 ? owned : []),
    doubtful: new Set([...doubtful, ...pending]),
  };
  world.tabs.push(world.tab);
  openPage(world);
}

const operations: Readonly<Record<string, (world: World) => unknown>> = {
  write: (world) => write(world, `text ${world.messageCount++}`),
  clear: (world) => write(world, ''),
  submit: (world) => submit(world, { kind: 'token', token: 'token' }),
  failCaptcha: (world) => submit(world, { kind: 'blocked' }),
  respond,
  restore: (world) =>
    storeOf(world).apply((state) => restore(state, world.pick(keptMessages(state))?.id ?? '')),
  discardOne,
  undo,
  dismiss: (world) => storeOf(world).apply(dismissReceipt),
  clearData: ({ tab }) => tab.storage.clear(),
  reload(world) {
    closePage(world);
    openPage(world);
  },
  leave(world) {
    shownPage(world.tab).stores.save();
    openPage(world);
  },
  goBack,
  copyTab,
  switchTab(world) {
    world.tab = world.pick(world.tabs) ?? world.tab;
  },
};

const often = ['write', 'submit', 'respond', 'write', 'submit', 'respond', 'restore'];
const names = [...Object.keys(operations), ...often, ...often];

/** Describes what is wrong with the page that is shown. */
function findProblems(world: World): string[] {
  const { delivered, tab } = world;
  const state = stateOf(world);
  const kept = listTexts(state);
  const texts = kept.map(({ subject }) => subject);
  const isSent = state.receipt && delivered.has(state.receipt.fields.subject);
  const isInForm = shownPage(tab).elements.subject?.value === state.fields.subject;
  const certain = kept.filter(
    (fields) => tab.doubtful.has(fields.subject) && !isUnconfirmed(state, fields),
  );
  // Nothing is said of a message in transit.
  const isInTransit = state.status.kind === 'sending';
  return [
    ...[...tab.owned]
      .filter((text) => !texts.includes(text) && !delivered.has(text))
      .map((text) => `${text} is lost`),
    ...texts.filter((text) => delivered.has(text)).map((text) => `${text} was delivered`),
    ...texts.filter((text) => !tab.owned.has(text)).map((text) => `${text} was discarded`),
    ...(isInTransit ? [] : certain).map(({ subject }) => `${subject} may have arrived`),
    ...(state.receipt && !isSent ? ['the receipt is wrong'] : []),
    ...(isInForm ? [] : ['the form shows something else']),
  ];
}

test('whatever a person does in several tabs, no text is lost, and the page shows the true status of each', async () => {
  for (let seed = 1; seed <= 50; seed++) {
    const world = openBrowser(seed);
    const done: string[] = [];
    for (let step = 0; step < 300; step++) {
      const name = world.pick(names) ?? '';
      await operations[name]?.(world);
      // The response is handled, and the other tabs are told.
      for (let turn = 0; turn < 5; turn++) await Promise.resolve();
      done.push(name);
      expect(findProblems(world), `seed ${seed}: ${done.slice(-25).join(', ')}`).toEqual([]);
    }
  }
});
