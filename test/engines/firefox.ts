import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { find, pressPoint, type Browser, type Path, type Window } from './browser.ts'
import { connect, type Session } from './bidi.ts'
import { startProgram } from './program.ts'

/** A Firefox that runs, with the session through which it is driven. */
export interface Running {
  readonly version: string
  readonly session: Session
  close(): Promise<void>
}

/** Firefox through WebDriver BiDi, the protocol that it speaks itself. */
export async function openFirefox(program: string): Promise<Browser> {
  const { version, session, close } = await startFirefox(program)
  return { name: 'Firefox', version, open: () => openWindow(session), close }
}

export async function startFirefox(program: string): Promise<Running> {
  const profile = mkdtempSync(join(tmpdir(), 'firefox-'))
  writeFileSync(join(profile, 'user.js'), preferences)
  const running = startProgram(program, [
    '--headless',
    '--remote-debugging-port=0',
    '--profile',
    profile,
    '--no-remote',
  ])
  const [, address] = await running.printed(/WebDriver BiDi listening on (ws:\S+)/)
  const session = await connect(`${address}/session`)
  const { capabilities } = (await session.send('session.new', { capabilities: {} })) as {
    capabilities: { browserVersion: string }
  }
  return {
    version: capabilities.browserVersion,
    session,
    async close() {
      await session.send('browser.close', {})
      session.close()
      await running.ended()
      rmSync(profile, { recursive: true, force: true, maxRetries: 10 })
    },
  }
}

/** A fresh profile that asks nothing and sends nothing. */
const preferences = Object.entries({
  'app.update.enabled': false,
  'browser.aboutwelcome.enabled': false,
  'browser.shell.checkDefaultBrowser': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'services.settings.server': 'data:,',
  'toolkit.telemetry.server': 'data:,',
})
  .map(([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`)
  .join('')

interface RemoteValue {
  readonly type: string
  readonly value?: unknown
}

type Evaluated = { readonly result: RemoteValue } | { readonly exceptionDetails: { readonly text: string } }

async function openWindow(session: Session): Promise<Window> {
  const { userContext } = (await session.send('browser.createUserContext', {})) as { userContext: string }
  const { context } = (await session.send('browsingContext.create', { type: 'tab', userContext })) as {
    context: string
  }
  const call = async (target: string, source: string, given: unknown): Promise<RemoteValue> => {
    const answer = (await session.send('script.callFunction', {
      functionDeclaration: `(given) => (${source})(JSON.parse(given))`,
      arguments: [{ type: 'string', value: JSON.stringify(given ?? null) }],
      target: { context: target },
      awaitPromise: true,
    })) as Evaluated
    if ('exceptionDetails' in answer) throw new Error(answer.exceptionDetails.text)
    return answer.result
  }
  const element = (target: string, selector: string, part = ''): Promise<RemoteValue> =>
    call(target, `(selector) => (${find.toString()})(selector)${part}`, selector)
  const frameAt = async (path: Path): Promise<string> => {
    let target = context
    for (const selector of path) {
      const window = await element(target, selector, '?.contentWindow')
      if (window.type !== 'window') throw new Error(`There is no frame ${selector}.`)
      target = (window.value as { context: string }).context
    }
    return target
  }
  const perform = (target: string, type: 'key' | 'pointer', actions: readonly object[]): Promise<object> =>
    session.send('input.performActions', { context: target, actions: [{ type, id: type, actions }] })
  const press = async (path: Path, selector: string, times: 1 | 2): Promise<void> => {
    const target = await frameAt(path)
    const source = `(selector) => {
      const element = (${find.toString()})(selector)
      return element && JSON.stringify((${pressPoint.toString()})(element))
    }`
    const { value } = await call(target, source, selector)
    const point = JSON.parse((value as string | undefined) ?? 'null') as { x: number; y: number } | null
    if (!point) throw new Error(`No press reaches ${selector}.`)
    const presses = Array.from({ length: times }, () => [
      { type: 'pointerDown', button: 0 },
      { type: 'pointerUp', button: 0 },
    ])
    await perform(target, 'pointer', [{ type: 'pointerMove', ...point }, ...presses.flat()])
  }
  return {
    async goto(url) {
      await session.send('browsingContext.navigate', { context, url, wait: 'interactive' })
    },
    async reload() {
      await session.send('browsingContext.reload', { context, wait: 'interactive' })
    },
    async back() {
      await session.send('browsingContext.traverseHistory', { context, delta: -1 })
    },
    address: async () => (await call(context, '() => location.href', null)).value as string,
    async evaluate(path, read, argument) {
      const source = `async (given) => JSON.stringify(await (${read.toString()})(given)) ?? 'null'`
      const { value } = await call(await frameAt(path), source, argument)
      return JSON.parse(value as string) as never
    },
    click: (path, selector) => press(path, selector, 1),
    doubleClick: (path, selector) => press(path, selector, 2),
    async type(path, text) {
      const strokes = [...text].flatMap((value) => [
        { type: 'keyDown', value },
        { type: 'keyUp', value },
      ])
      await perform(await frameAt(path), 'key', strokes)
    },
    async close() {
      await session.send('browser.removeUserContext', { userContext })
    },
  }
}
