import { freePort } from '#demo/ports.ts'
import { find, type Browser, type Path, type Window } from './browser.ts'
import { startProgram } from './program.ts'

const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf'
type ElementId = Readonly<Record<typeof ELEMENT, string>>

/** WebKitGTK through its WebDriver, on a screen in memory. */
export async function openWebKit(browser: string): Promise<Browser> {
  const screen = startProgram('Xvfb', ['-displayfd', '3', '-screen', '0', '1280x1400x24', '-nolisten', 'tcp'])
  const [display] = await screen.printed(/\d+/)
  const port = await freePort()
  const running = startProgram('WebKitWebDriver', [`--port=${port}`], { DISPLAY: `:${display}` })
  const base = `http://127.0.0.1:${port}`
  await answers(`${base}/status`)
  const alwaysMatch = { 'webkitgtk:browserOptions': { binary: browser, args: ['--automation'] } }
  const open = async (): Promise<{ window: Window; version: string }> => {
    const { sessionId, capabilities } = (await send('POST', `${base}/session`, { capabilities: { alwaysMatch } })) as {
      sessionId: string
      capabilities: { browserVersion: string }
    }
    return { window: windowOf(`${base}/session/${sessionId}`), version: capabilities.browserVersion }
  }
  const first = await open()
  await first.window.close()
  return {
    name: 'WebKit',
    version: first.version,
    open: async () => (await open()).window,
    async close() {
      await running.end()
      await screen.end()
    },
  }
}

async function answers(address: string): Promise<void> {
  for (;;) {
    const answer = await fetch(address).catch(() => undefined)
    if (answer?.ok) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

async function send(method: 'GET' | 'POST' | 'DELETE', address: string, body?: object): Promise<unknown> {
  const answer = await fetch(address, { method, ...(body && { body: JSON.stringify(body) }) })
  const { value } = (await answer.json()) as { value: unknown }
  if (answer.ok) return value
  const { error, message } = value as { error: string; message: string }
  throw new Error(`${address}: ${error}: ${message}`)
}

function windowOf(session: string): Window {
  const post = (path: string, body: object): Promise<unknown> => send('POST', session + path, body)
  const call = (source: string, ...args: readonly unknown[]): Promise<unknown> =>
    post('/execute/sync', { script: `return (${source})(...arguments)`, args })
  const element = (selector: string): Promise<unknown> => call(find.toString(), selector)
  const enter = async (path: Path): Promise<void> => {
    await post('/frame', { id: null })
    for (const selector of path) {
      const id = await element(selector)
      if (!id) throw new Error(`There is no frame ${selector}.`)
      await post('/frame', { id })
    }
  }
  return {
    async goto(url) {
      await post('/url', { url })
    },
    async reload() {
      await post('/refresh', {})
    },
    async back() {
      await post('/back', {})
    },
    address: async () => (await send('GET', `${session}/url`)) as string,
    async evaluate(path, read, argument) {
      await enter(path)
      const result = await call(
        `async (given) => JSON.stringify(await (${read.toString()})(given)) ?? 'null'`,
        argument,
      )
      return JSON.parse(result as string) as never
    },
    async click(path, selector) {
      await enter(path)
      const id = (await element(selector)) as ElementId | null
      if (!id) throw new Error(`There is no element ${selector}.`)
      await post(`/element/${id[ELEMENT]}/click`, {})
    },
    async doubleClick(path, selector) {
      await enter(path)
      const once = [
        { type: 'pointerDown', button: 0 },
        { type: 'pointerUp', button: 0 },
      ]
      const there = { type: 'pointerMove', x: 0, y: 0, origin: await element(selector) }
      await post('/actions', { actions: [{ type: 'pointer', id: 'mouse', actions: [there, ...once, ...once] }] })
    },
    async type(path, text) {
      await enter(path)
      const actions = [...text].flatMap((value) => [
        { type: 'keyDown', value },
        { type: 'keyUp', value },
      ])
      await post('/actions', { actions: [{ type: 'key', id: 'keyboard', actions }] })
    },
    async close() {
      await send('DELETE', session)
    },
  }
}
