import { spawn, type ChildProcessByStdio } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { afterEach } from 'vitest'
import { gatewayApi } from '#server-contract/gateway/api.ts'
import { client } from '#contract/wire/client.ts'
import { root } from '../../../support/root.ts'

export { root }

interface Described {
  readonly gateway: string
  readonly acs: string
  readonly issuing: string
  readonly console: string
  readonly testCards: string
  readonly credentials: { readonly gateway: { userName: string; password: string }; readonly issuing: object }
}

/** Runs `tender sandbox` in processes of their own, which end with the test. */
export function sandboxCommand() {
  const children: ChildProcessByStdio<null, Readable, Readable>[] = []
  afterEach(() => {
    for (const child of children.splice(0)) child.kill('SIGKILL')
  })

  function run(...args: string[]) {
    const command = [join(root, 'dist/server/cli.js'), 'sandbox', ...args]
    const child = spawn(process.execPath, command, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
    children.push(child)
    const message = { out: '', error: '' }
    child.stdout.on('data', (chunk: Buffer) => (message.out += chunk.toString()))
    child.stderr.on('data', (chunk: Buffer) => (message.error += chunk.toString()))
    const ended = new Promise<number | string>((resolve) =>
      child.once('close', (code, signal) => resolve(code ?? signal!)),
    )
    return { child, message, ended }
  }

  /** Starts a sandbox process and waits until it is ready. */
  async function started(...args: string[]) {
    const running = run('--json', ...args)
    const line = await new Promise<string>((resolve, reject) => {
      createInterface(running.child.stdout).once('line', resolve)
      void running.ended.then((code) => reject(new Error(`ended with ${code}: ${running.message.error}`)))
    })
    const described = JSON.parse(line) as Described
    const { userName, password } = described.credentials.gateway
    const ask = client(gatewayApi, described.gateway, fetch)
    return { ...running, described, ask, by: { userName, password } }
  }

  return { run, started }
}
