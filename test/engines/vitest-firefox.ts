import { join } from 'node:path'
import { defineBrowserProvider, parseKeyDef } from '@vitest/browser'
import type { BrowserCommandContext, BrowserProvider, BrowserProviderOption, TestProject } from 'vitest/node'
import { keys } from './browser.ts'
import { startFirefox, type Running } from './firefox.ts'

/** Runs the tests of the project `browser` in a Firefox that is installed, one file after the other. */
export const firefox = (program: string): BrowserProviderOption =>
  defineBrowserProvider({
    name: 'firefox',
    supportedBrowser: ['firefox'],
    providerFactory: (project) => new FirefoxProvider(project, program),
  })

/** WebDriver's code points of the keys that the tests name and that have no character. */
const named: Readonly<Record<string, string>> = {
  ...keys,
  ArrowLeft: '\uE012',
  ArrowUp: '\uE013',
  ArrowRight: '\uE014',
  ArrowDown: '\uE015',
  Home: '\uE011',
  End: '\uE010',
  Delete: '\uE017',
  Shift: '\uE008',
  Control: '\uE009',
  Alt: '\uE00A',
  Meta: '\uE03D',
}

/** A rectangle of the test's page, in CSS pixels. */
export interface Rectangle {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

class FirefoxProvider implements BrowserProvider {
  readonly name = 'firefox'
  readonly supportsParallelism = false
  readonly initScripts = [join(import.meta.dirname, 'vitest-locators.ts')]
  readonly #program: string
  #running: Promise<Running> | undefined
  #context = ''

  constructor(project: TestProject, program: string) {
    this.#program = program
    const commands = {
      __vitest_tab: (_: unknown, { shift = false } = {}) => this.#press(shift ? '{Shift>}{Tab}{/Shift}' : '{Tab}'),
      __vitest_keyboard: (_: unknown, text: string) => this.#press(text),
      __vitest_cleanup: async () => this.#send('input.releaseActions', { context: await this.#tester() }),
      firefoxPress: (_: unknown, x: number, y: number) => this.#pressAt(x, y),
      firefoxPicture: (_: unknown, place: Rectangle) => this.#picture(place),
    }
    for (const [name, command] of Object.entries(commands))
      project.browser!.registerCommand(name as never, command as (context: BrowserCommandContext) => unknown as never)
  }

  getCommandsContext(): Record<string, unknown> {
    return {}
  }

  async openPage(_: string, url: string): Promise<void> {
    this.#running ??= startFirefox(this.#program)
    const created = await this.#send('browsingContext.create', { type: 'tab' })
    this.#context = (created as { context: string }).context
    // As large as the largest page of a test, so that Vitest shows each in its own size.
    await this.#send('browsingContext.setViewport', {
      context: this.#context,
      viewport: { width: 1600, height: 1600 },
    })
    await this.#send('browsingContext.navigate', { context: this.#context, url, wait: 'none' })
  }

  async close(): Promise<void> {
    await (await this.#running)?.close()
  }

  async #send(method: string, params: object): Promise<object> {
    return (await this.#running!).session.send(method, params)
  }

  /** The frame that the test runs in. */
  async #tester(): Promise<string> {
    const { result } = (await this.#send('script.evaluate', {
      expression: `document.querySelector('iframe[data-vitest]').contentWindow`,
      target: { context: this.#context },
      awaitPromise: false,
    })) as { result: { value: { context: string } } }
    return result.value.context
  }

  async #press(text: string): Promise<{ unreleased: readonly string[] }> {
    const unreleased = new Set<string>()
    const actions: { type: 'keyDown' | 'keyUp'; value: string }[] = []
    for (const { keyDef, releasePrevious, releaseSelf, repeat } of parseKeyDef(text)) {
      const value = named[keyDef.key!] ?? keyDef.key!
      if (!releasePrevious) for (let times = 0; times < repeat; times++) actions.push({ type: 'keyDown', value })
      const isReleased = releasePrevious || releaseSelf
      if (isReleased) actions.push({ type: 'keyUp', value })
      unreleased[isReleased ? 'delete' : 'add'](value)
    }
    // As the other providers do, which release at the end what the text leaves pressed.
    for (const value of unreleased) actions.push({ type: 'keyUp', value })
    await this.#perform('key', actions)
    return { unreleased: [] }
  }

  async #pressAt(x: number, y: number): Promise<void> {
    const steps = [
      { type: 'pointerDown', button: 0 },
      { type: 'pointerUp', button: 0 },
    ]
    await this.#perform('pointer', [{ type: 'pointerMove', x, y }, ...steps])
  }

  async #perform(type: 'key' | 'pointer', actions: readonly object[]): Promise<void> {
    await this.#send('input.performActions', { context: await this.#tester(), actions: [{ type, id: type, actions }] })
  }

  /** The picture of a place, in base64. */
  async #picture(place: Rectangle): Promise<string> {
    const clip = { type: 'box', ...place }
    const taken = await this.#send('browsingContext.captureScreenshot', { context: await this.#tester(), clip })
    return (taken as { data: string }).data
  }
}
