import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { WebSocket } from 'undici'
import { keepingPages } from '../../../test/support/chromium.ts'

type Params = Readonly<Record<string, unknown>>

/** A target of Chromium (a page, or a frame in a process of its own), by the session that controls it. */
export interface Target {
  readonly session: string
  readonly type: string
  send<T = Params>(method: string, params?: Params): Promise<T>
}

interface Message {
  readonly id?: number
  readonly sessionId?: string
  readonly method?: string
  readonly params?: Params
  readonly result?: Params
  readonly error?: { readonly message: string }
}

/** What happens to each new target before its document loads, and to the events of all targets. */
export interface Watch {
  readonly attached: (target: Target) => Promise<unknown>
  readonly event?: (target: Target, method: string, params: Params) => void
}

/** A Chromium controlled by the DevTools protocol, which can slow down a frame's process from its first instruction. */
export class Devtools {
  readonly #socket: WebSocket
  readonly #process: ChildProcess
  readonly #profile: string
  readonly #waiting = new Map<number, (message: Message) => void>()
  readonly #targets = new Map<string, Target>()
  #watch: Watch = { attached: async () => {} }
  #last = 0

  private constructor(process: ChildProcess, socket: WebSocket, profile: string) {
    this.#process = process
    this.#socket = socket
    this.#profile = profile
    socket.addEventListener('message', ({ data }) => this.#received(JSON.parse(String(data)) as Message))
  }

  static async launch(flags: readonly string[] = []): Promise<Devtools> {
    const profile = await mkdtemp(join(tmpdir(), 'tender-bench-'))
    const own = ['--headless=new', '--remote-debugging-port=0', `--user-data-dir=${profile}`, 'about:blank']
    const child = spawn(keepingPages.executablePath, [...keepingPages.args, ...flags, ...own], {
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    const address = await addressIn(child)
    const socket = new WebSocket(address)
    await new Promise((resolve, reject) => {
      socket.addEventListener('open', resolve)
      socket.addEventListener('error', reject)
    })
    return new Devtools(child, socket, profile)
  }

  /** Opens an empty page in a context of its own, with cold caches; every target is watched from its beginning. */
  async open(watch: Watch): Promise<{ page: Target; close(): Promise<void> }> {
    this.#watch = watch
    const { browserContextId } = await this.#send<{ browserContextId: string }>('Target.createBrowserContext')
    const { targetId } = await this.#send<{ targetId: string }>('Target.createTarget', {
      url: 'about:blank',
      browserContextId,
      newWindow: true,
    })
    const { sessionId } = await this.#send<{ sessionId: string }>('Target.attachToTarget', { targetId, flatten: true })
    const page = this.#target(sessionId, 'page')
    await this.#send('Target.activateTarget', { targetId })
    await this.#prepare(page)
    return {
      page,
      close: async () => {
        await this.#send('Target.disposeBrowserContext', { browserContextId })
      },
    }
  }

  /** The browser's name and version, such as `Chrome/150.0.0.0`. */
  async version(): Promise<string> {
    return (await this.#send<{ product: string }>('Browser.getVersion')).product
  }

  async close(): Promise<void> {
    this.#socket.close()
    const ended = new Promise((resolve) => this.#process.once('exit', resolve))
    this.#process.kill()
    await ended
    await rm(this.#profile, { recursive: true, force: true, maxRetries: 5 })
  }

  /** All at once: the target answers them in turn, and a frame waits for no round trip. */
  async #prepare(target: Target): Promise<void> {
    const nested = target.send('Target.setAutoAttach', {
      autoAttach: true,
      waitForDebuggerOnStart: true,
      flatten: true,
    })
    await Promise.all([nested, this.#watch.attached(target)])
  }

  #target(session: string, type: string): Target {
    const target: Target = { session, type, send: (method, params) => this.#send(method, params, session) }
    this.#targets.set(session, target)
    return target
  }

  #send<T>(method: string, params: Params = {}, sessionId?: string): Promise<T> {
    const id = (this.#last += 1)
    this.#socket.send(JSON.stringify({ id, method, params, ...(sessionId && { sessionId }) }))
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, ({ result, error }) => {
        if (error) reject(new Error(`${method}: ${error.message}`))
        else resolve(result as T)
      })
    })
  }

  #received(message: Message): void {
    const { id, method, params = {}, sessionId = '' } = message
    if (id !== undefined) {
      this.#waiting.get(id)?.(message)
      this.#waiting.delete(id)
      return
    }
    // A frame may be gone before it is prepared; the visit then fails because its input is never shown.
    if (method === 'Target.attachedToTarget') return void this.#attached(params as unknown as Attached).catch(() => {})
    const target = this.#targets.get(sessionId)
    if (target && method) this.#watch.event?.(target, method, params)
  }

  /** A new frame's process waits until it is prepared. */
  async #attached({ sessionId, targetInfo, waitingForDebugger }: Attached): Promise<void> {
    const target = this.#target(sessionId, targetInfo.type)
    const prepared = targetInfo.type === 'iframe' ? this.#prepare(target) : undefined
    const resumed = waitingForDebugger ? target.send('Runtime.runIfWaitingForDebugger') : undefined
    await Promise.all([prepared, resumed])
  }
}

interface Attached {
  readonly sessionId: string
  readonly targetInfo: { readonly type: string }
  readonly waitingForDebugger: boolean
}

/** Chromium prints the address of its socket. */
function addressIn({ stderr }: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    const lines = createInterface({ input: stderr! })
    lines.on('line', (line) => {
      const [, address] = /DevTools listening on (ws:\S+)/.exec(line) ?? []
      if (address) resolve(address)
    })
    lines.on('close', () => reject(new Error('Chromium ended before it could be controlled')))
  })
}
