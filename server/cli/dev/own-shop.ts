import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { CommandError } from '../command.ts'

/** What a shop's server must know of the proxy. */
interface ShopSettings {
  readonly proxy: string
  readonly ticketSecret: string
  readonly apiKey: string
  readonly webhookSecret?: string
}

/** The environment variables of a shop's server. */
export const shopVariables = ({ proxy, ticketSecret, apiKey, webhookSecret }: ShopSettings) => ({
  TENDER_PUBLIC_URL: proxy,
  TENDER_TICKET_SECRET: ticketSecret,
  TENDER_API_KEY: apiKey,
  ...(webhookSecret !== undefined && { TENDER_WEBHOOK_SECRET: webhookSecret }),
})

interface ShopProgram {
  /** Starts it. When it ends by itself, `end` is called, and this process has its exit code. */
  run(env: NodeJS.ProcessEnv, end: () => Promise<void>): Promise<void>
  /** Ends it with all its children. */
  close(): Promise<void>
}

/** The program that runs the developer's own shop. */
export function shopProgram([program, ...args]: readonly string[]): ShopProgram {
  let child: ChildProcess | undefined
  let isClosed = false
  return {
    async run(env, end) {
      if (program === undefined || isClosed) return
      // A process group of its own: npm does not pass a signal on to what its shell runs.
      child = spawn(program, args, { env, detached: true, stdio: ['ignore', 'inherit', 'inherit'] })
      const code = await exitOf(child, program).finally(() => isClosed || end())
      if (!isClosed) process.exitCode = code
    },
    async close() {
      isClosed = true
      if (child?.pid === undefined || child.exitCode !== null || child.signalCode !== null) return
      const ended = once(child, 'exit')
      process.kill(-child.pid, 'SIGTERM')
      await ended
    },
  }
}

/** The exit code of a process, 1 where a signal has ended it. */
async function exitOf(child: ChildProcess, program: string): Promise<number> {
  const [code] = (await once(child, 'exit').catch((error: unknown) => {
    throw new CommandError(`“${program}” cannot be started: ${(error as Error).message}`)
  })) as [number | null]
  return code ?? 1
}
