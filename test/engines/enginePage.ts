import type { Finder } from '../page/fixtures/feedbackPage.ts';
import { waitFor } from '../waitFor.ts';

/** A function that runs in the page, so that it must not use anything from outside of itself. */
type PageFunction<Result> = (element: HTMLInputElement) => Result;

/** The methods that are the same in every engine. They resolve when the page and its resources have been loaded. */
interface Navigation {
  goto(url: string): Promise<unknown>;
  reload(): Promise<unknown>;
  goBack(): Promise<unknown>;
  setViewportSize(size: { width: number; height: number }): Promise<unknown>;
}

/** The part of Playwright's `Page` that the tests in every engine use. */
export interface EnginePage extends Navigation, Finder<EngineLocator> {
  evaluate<Result>(callback: () => Result): Promise<Result>;
  keyboard: {
    press(key: keyof typeof keys): Promise<unknown>;
    type(text: string): Promise<unknown>;
  };
}

/**
 * The part of Playwright's `Locator` that the tests in every engine use. All but `count` and `allInnerTexts` wait for
 * the element.
 */
export interface EngineLocator {
  waitFor(): Promise<unknown>;
  click(): Promise<unknown>;
  /** Types into an empty field. */
  fill(text: string): Promise<unknown>;
  inputValue(): Promise<string>;
  isDisabled(): Promise<boolean>;
  evaluate<Result>(callback: PageFunction<Result>): Promise<Result>;
  count(): Promise<number>;
  allInnerTexts(): Promise<string[]>;
}

/** A tab in a browser engine that Playwright cannot drive, in which no alert is dismissed. */
export interface Engine<Element> extends Navigation {
  /** Presses the key of each character. */
  press(text: string): Promise<unknown>;
  click(element: Element): Promise<unknown>;
  /** Composes a text in the field that has the focus, as an input method does, and commits the last version of it. */
  compose(versions: readonly string[]): Promise<unknown>;
  findAll(selector: string): Promise<Element[]>;
  /** Finds elements by their computed role and, unless it is empty, accessible name. */
  findByRole(role: string, name: string): Promise<Element[]>;
  call<Result>(callback: PageFunction<Result>, element?: Element): Promise<Result>;
  /** Returns the errors that the console has shown since the last call. */
  takeErrors(): Promise<string[]>;
  close(): Promise<unknown>;
}

/** Code points that WebDriver assigns to keys. */
const keys = { Tab: '\uE004', Enter: '\uE007' };

export function createEnginePage<Element>(engine: Engine<Element>): EnginePage {
  return {
    ...engine,
    evaluate: (callback) => engine.call(callback),
    keyboard: { press: (key) => engine.press(keys[key]), type: engine.press },
    getByRole: (role, { name = '' } = {}) =>
      createLocator(engine, () => engine.findByRole(role, name)),
    locator: (selector, { hasText = '' } = {}) =>
      createLocator(engine, async () => {
        const elements = await engine.findAll(selector);
        const texts = await Promise.all(
          elements.map((each) => engine.call(({ textContent }) => textContent, each)),
        );
        return elements.filter((_, index) => texts[index]?.match(hasText));
      }),
  };
}

function createLocator<Element>(
  engine: Engine<Element>,
  findAll: () => Promise<Element[]>,
): EngineLocator {
  const find = () =>
    waitFor(async () => {
      const [element] = await findAll();
      if (!element) throw new Error('There is no such element.');
      return element;
    });
  const evaluate: EngineLocator['evaluate'] = async (callback) =>
    engine.call(callback, await find());
  const click = async () => {
    await evaluate((element) => element.scrollIntoView({ block: 'center' }));
    await engine.click(await find());
  };
  return {
    waitFor: find,
    click,
    async fill(text) {
      await click();
      await engine.press(text.replaceAll('\n', keys.Enter));
    },
    inputValue: () => evaluate((field) => field.value),
    isDisabled: () => evaluate((control) => control.disabled),
    evaluate,
    count: async () => (await findAll()).length,
    allInnerTexts: async () =>
      Promise.all((await findAll()).map((each) => engine.call(({ innerText }) => innerText, each))),
  };
}
