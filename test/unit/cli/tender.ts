import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { join } from 'node:path'
import { afterEach } from 'vitest'
import { root } from '../../support/root.ts'

export { root }

/** The built command. */
export const built = join(root, 'dist/server/cli.js')

/** A process is slow on a busy machine. */
export const slow = { timeout: 120_000 }

export interface Running {
  readonly child: ChildProcess
  readonly out: () => string
  readonly error: () => string
  /** Resolves when the text has been printed, on stdout or stderr. */
  printed(part: string): Promise<void>
  /** The exit code, or the signal. */
  readonly ended: Promise<number | string>
}

/** The environment that a shell needs, without that of the tests. */
export const plain = { PATH: process.env['PATH'], HOME: process.env['HOME'] }

/** Starts processes that end with their test. */
export function processes() {
  const children: ChildProcess[] = []
  afterEach(() => {
    for (const child of children.splice(0)) endGroup(child)
  })

  return function start(command: string, args: readonly string[], env: NodeJS.ProcessEnv = {}, cwd = root): Running {
    // A process group of their own, so that whatever they leave behind can be ended too.
    const child = spawn(command, args, {
      cwd,
      env: { ...plain, ...env },
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    children.push(child)
    const texts = { out: '', error: '' }
    child.stdout.on('data', (part: Buffer) => (texts.out += part.toString()))
    child.stderr.on('data', (part: Buffer) => (texts.error += part.toString()))
    const ended = new Promise<number | string>((resolve) =>
      child.once('exit', (code, signal) => resolve(code ?? signal!)),
    )
    const printed = async (part: string): Promise<void> => {
      const over = ended.then((code) => Promise.reject(new Error(`ended with ${code}: ${texts.out}${texts.error}`)))
      over.catch(() => {}) // the loop below reports the error
      while (!(texts.out + texts.error).includes(part))
        await Promise.race([once(child.stdout, 'data'), once(child.stderr, 'data'), over])
    }
    return { child, out: () => texts.out, error: () => texts.error, printed, ended }
  }
}

function endGroup({ pid }: ChildProcess): void {
  try {
    process.kill(-pid!, 'SIGKILL')
  } catch {
    // The whole group has ended already.
  }
}

/** Holds a port until it is released; 0 holds any free one. */
export async function occupyPort(port = 0, host = '127.0.0.1'): Promise<{ port: number; release(): Promise<void> }> {
  const server = createServer().listen(port, host)
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    release: async () => void (await once(server.close(), 'close')),
  }
}

/** A connection on which bytes are written by hand. */
export async function rawSocket(
  port: number,
): Promise<{ socket: Socket; received: () => string; hasPrinted(part: string): Promise<void> }> {
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  let text = ''
  socket.on('data', (part: Buffer) => (text += part.toString()))
  const hasPrinted = async (part: string): Promise<void> => {
    while (!text.includes(part)) await once(socket, 'data')
  }
  return { socket, received: () => text, hasPrinted }
}
