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

type Role = keyof typeof selectors;

/** Finds elements by their computed role and, unless it is empty, accessible name. */
export interface Locator {
  role: Role;
  name: string;
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
type PageFunction<Result> = (element: HTMLInputElement) => Result;

/** What a journey in every engine uses of Playwright's `Page`. */
export interface EnginePage {
  goto(url: string): Promise<unknown>;
  reload(): Promise<unknown>;
  goBack(): Promise<unknown>;
  setViewportSize(size: { width: number; height: number }): Promise<unknown>;
  evaluate<Result>(callback: () => Result): Promise<Result>;
  keyboard: {
    press(key: keyof typeof keys): Promise<unknown>;
    type(text: string): Promise<unknown>;
  };
  getByRole(role: Role, options?: { name?: string; exact?: boolean }): EngineLocator;
}

/** What a journey in every engine uses of Playwright's `Locator`. All but `count` and the texts wait for the element. */
export interface EngineLocator {
  waitFor(): Promise<unknown>;
  click(): Promise<unknown>;
  pressSequentially(text: string): Promise<unknown>;
  inputValue(): Promise<string>;
  isDisabled(): Promise<boolean>;
  evaluate<Result>(callback: PageFunction<Result>): Promise<Result>;
  count(): Promise<number>;
  allInnerTexts(): Promise<string[]>;
}

/** A tab in a browser engine that Playwright cannot drive, in which no alert is dismissed. */
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
export const keys = { Tab: '\uE004', Enter: '\uE007' };

export function createEnginePage<Element>(engine: Engine<Element>): EnginePage {
  return {
    goto: engine.open,
    reload: engine.reload,
    goBack: engine.back,
    setViewportSize: ({ width, height }) => engine.resize(width, height),
    evaluate: (callback) => engine.call(callback),
    keyboard: { press: (key) => engine.press(keys[key]), type: engine.press },
    getByRole: (role, { name = '' } = {}) => createLocator(engine, { role, name }),
  };
}

function createLocator<Element>(engine: Engine<Element>, locator: Locator): EngineLocator {
  const find = () =>
    waitFor(async () => {
      const [element] = await engine.locate(locator);
      if (!element) throw new Error(`There is no ${locator.role} "${locator.name}".`);
      return element;
    });
  const evaluate = async <Result>(callback: PageFunction<Result>) =>
    engine.call(callback, await find());
  const click = async () => {
    await evaluate((element) => element.scrollIntoView({ block: 'center' }));
    await engine.clickElement(await find());
  };
  return {
    waitFor: find,
    click,
    async pressSequentially(text) {
      await click();
      await engine.press(text);
    },
    inputValue: () => evaluate((field) => field.value),
    isDisabled: () => evaluate((control) => control.disabled),
    evaluate,
    count: async () => (await engine.locate(locator)).length,
    async allInnerTexts() {
      const elements = await engine.locate(locator);
      return Promise.all(elements.map((each) => engine.call(({ innerText }) => innerText, each)));
    },
  };
}
