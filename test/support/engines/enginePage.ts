import { waitFor } from '../waitFor.ts';

/** The elements that can have each role. */
export const selectors = {
  alert: '[role=alert]',
  button: 'button',
  form: 'form',
  group: '[role=group]',
  heading: 'h1, h2',
  link: 'a',
  region: 'section',
  status: '[role=status]',
  textbox: 'input, textarea',
};

/** Finds elements by their computed role and, if it is given, accessible name. */
export interface Locator {
  role: keyof typeof selectors;
  name?: string;
}

/** Finds the elements that may have a role and a name, because an engine takes 50 ms to compute those of all. */
export function findCandidates(selector: string, text: string) {
  return [...document.querySelectorAll(selector)].filter(
    (element) =>
      // WebKitGTK 2.50 crashes a few pages after a script has read the labels of a field.
      element.matches('input, textarea') ||
      [element.ariaLabel, element.textContent].join().includes(text),
  );
}

/** Runs in the page, so it must not use anything from outside of it. */
export type PageFunction<Result> = (element: HTMLInputElement) => Result;

/** A tab in a browser engine, in which no alert is dismissed. */
export interface Engine<Element> {
  /** Resolves when the page and its resources have been loaded. */
  open(url: string): Promise<unknown>;
  reload(): Promise<unknown>;
  back(): Promise<unknown>;
  resize(width: number, height: number): Promise<unknown>;
  /** Presses the key of each character. */
  press(text: string): Promise<void>;
  locate(locator: Locator): Promise<Element[]>;
  clickElement(element: Element): Promise<void>;
  call<Result>(callback: PageFunction<Result>, element?: Element): Promise<Result>;
  /** Returns what the console has shown as an error since the last call. */
  takeErrors(): Promise<string[]>;
  close(): Promise<void>;
}

/** Code points that WebDriver assigns to keys. */
export const keys = { tab: '\uE004', enter: '\uE007' };

export type EnginePage = ReturnType<typeof createEnginePage>;

/** The page of a journey. What takes a locator waits for the element. */
export function createEnginePage<Element>(engine: Engine<Element>) {
  const find = (locator: Locator) =>
    waitFor(async () => {
      const [element] = await engine.locate(locator);
      if (!element) throw new Error(`There is no ${locator.role} "${locator.name}".`);
      return element;
    });

  async function read<Result>(locator: Locator, callback: PageFunction<Result>) {
    return engine.call(callback, await find(locator));
  }

  async function click(locator: Locator) {
    const element = await find(locator);
    await engine.call((it) => it.scrollIntoView({ block: 'center' }), element);
    await engine.clickElement(element);
  }

  return {
    ...engine,
    find,
    read,
    click,
    count: async (locator: Locator) => (await engine.locate(locator)).length,
    /** Clicks a field and writes at its end. */
    async write(locator: Locator, text: string) {
      await click(locator);
      await engine.press(text);
    },
    hasFocus: (locator: Locator) => read(locator, (element) => element === document.activeElement),
    /** The visible text of the page. */
    text: () => engine.call(() => document.body.innerText),
    /** The texts of the elements with a role that have one. */
    async textsOf(role: Locator['role']) {
      const elements = await engine.locate({ role });
      const texts = elements.map((element) => engine.call((it) => it.innerText, element));
      return (await Promise.all(texts)).map((text) => text.trim()).filter(Boolean);
    },
  };
}
