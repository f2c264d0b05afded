import { waitFor } from '../waitFor.ts';
import type { BidiConnection } from './BidiConnection.ts';

/** Finds an element by its computed role and accessible name. */
export interface Locator {
  role: 'button' | 'heading' | 'link' | 'textbox';
  name: string;
}

/** The elements that can have each role. */
const selectors: Readonly<Record<Locator['role'], string>> = {
  button: 'button',
  heading: 'h1, h2',
  link: 'a',
  textbox: 'input, textarea',
};

interface NodeReference {
  sharedId: string;
}

/** Code points that WebDriver assigns to keys. */
export const keys = { tab: '\uE004', enter: '\uE007' };

/** A tab in Firefox. Its methods that take a locator wait for the element. */
export class FirefoxPage {
  readonly #connection: BidiConnection;
  readonly #context: string;

  private constructor(connection: BidiConnection, context: string) {
    this.#connection = connection;
    this.#context = context;
  }

  /** Opens a tab. The one that Firefox starts with has no focus, so that no key activates a button in it. */
  static async create(connection: BidiConnection): Promise<FirefoxPage> {
    const { context } = await connection.send<{ context: string }>('browsingContext.create', {
      type: 'tab',
    });
    return new FirefoxPage(connection, context);
  }

  /** Runs a function in each document before its scripts. */
  async addScript(script: () => void): Promise<void> {
    await this.#connection.send('script.addPreloadScript', {
      contexts: [this.#context],
      functionDeclaration: String(script),
    });
  }

  async resize(width: number, height: number): Promise<void> {
    await this.#send('browsingContext.setViewport', { viewport: { width, height } });
  }

  /** Resolves when the page and its resources have been loaded. */
  async open(url: string): Promise<void> {
    await this.#send('browsingContext.navigate', { url, wait: 'complete' });
  }

  async reload(): Promise<void> {
    await this.#send('browsingContext.reload', { wait: 'complete' });
  }

  /** Resolves when the page before this one is shown. */
  async back(): Promise<void> {
    const readUrl = () => this.#call(() => location.href, []);
    const url = await readUrl();
    await this.#send('browsingContext.traverseHistory', { delta: -1 });
    await waitFor(async () => {
      if ((await readUrl()) === url) throw new Error(`The page is still ${url}.`);
    });
  }

  /** Holds the requests for a path of the host until the returned function is called. */
  async hold(pathname: string): Promise<() => Promise<void>> {
    const held: string[] = [];
    await this.#connection.subscribe<{ isBlocked: boolean; request: { request: string } }>(
      'network.beforeRequestSent',
      ({ isBlocked, request }) => isBlocked && held.push(request.request),
    );
    const { intercept } = await this.#connection.send<{ intercept: string }>(
      'network.addIntercept',
      {
        contexts: [this.#context],
        phases: ['beforeRequestSent'],
        urlPatterns: [{ type: 'pattern', pathname }],
      },
    );
    return async () => {
      await this.#connection.send('network.removeIntercept', { intercept });
      for (const request of held)
        await this.#connection.send('network.continueRequest', { request });
    };
  }

  async count(locator: Locator): Promise<number> {
    return (await this.#locate(locator)).length;
  }

  async find(locator: Locator): Promise<NodeReference> {
    return waitFor(async () => {
      const [node] = await this.#locate(locator);
      if (!node) throw new Error(`There is no ${locator.role} "${locator.name}".`);
      return node;
    });
  }

  async click(locator: Locator): Promise<void> {
    const element = await this.find(locator);
    await this.#call((it) => it.scrollIntoView({ block: 'center' }), [element]);
    const origin = { type: 'element', element };
    await this.#perform({
      type: 'pointer',
      id: 'mouse',
      actions: [
        { type: 'pointerMove', x: 0, y: 0, origin },
        { type: 'pointerDown', button: 0 },
        { type: 'pointerUp', button: 0 },
      ],
    });
  }

  /** Presses the key of each character. */
  async press(text: string): Promise<void> {
    const actions = [...text].flatMap((value) => [
      { type: 'keyDown', value },
      { type: 'keyUp', value },
    ]);
    await this.#perform({ type: 'key', id: 'keyboard', actions });
  }

  /** Clicks a field and writes at its end. */
  async write(locator: Locator, text: string): Promise<void> {
    await this.click(locator);
    await this.press(text);
  }

  /** Calls a function with an element. It runs in the page, so it must not use anything from outside of it. */
  async read<Result>(
    locator: Locator,
    callback: (element: HTMLInputElement) => Result,
  ): Promise<Result> {
    return this.#call(callback, [await this.find(locator)]);
  }

  hasFocus(locator: Locator): Promise<boolean> {
    return this.read(locator, (element) => element === document.activeElement);
  }

  /** The visible text of the page. */
  text(): Promise<string> {
    return this.#call(() => document.body.innerText, []);
  }

  async #call<Result>(
    callback: (element: HTMLInputElement) => Result,
    elements: readonly NodeReference[],
  ): Promise<Result> {
    const { result } = await this.#send<{ result: { value: string } }>('script.callFunction', {
      functionDeclaration: `(element) => JSON.stringify((${callback})(element) ?? null)`,
      arguments: elements,
      target: { context: this.#context },
      awaitPromise: false,
    });
    return JSON.parse(result.value);
  }

  /** Firefox takes ten times as long to compute the role and the name of every element of the page. */
  async #locate({ role, name }: Locator): Promise<NodeReference[]> {
    const startNodes = await this.#locateNodes({ type: 'css', value: selectors[role] });
    if (startNodes.length === 0) return [];
    return this.#locateNodes({ type: 'accessibility', value: { role, name } }, { startNodes });
  }

  async #locateNodes(locator: object, options: object = {}): Promise<NodeReference[]> {
    const { nodes } = await this.#send<{ nodes: NodeReference[] }>('browsingContext.locateNodes', {
      locator,
      ...options,
    });
    return nodes.map(({ sharedId }) => ({ sharedId }));
  }

  async #perform(source: object): Promise<void> {
    await this.#send('input.performActions', { actions: [source] });
  }

  #send<Result>(method: string, params: object): Promise<Result> {
    return this.#connection.send<Result>(method, { context: this.#context, ...params });
  }
}
