import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Server } from 'node:http'
import { systemClock } from '#ports/system.ts'

/** The variables that every example reads. */
export interface ShopSettings {
  readonly port: number
  readonly proxy: string
  readonly ticketSecret: string
  readonly apiKey: string
  readonly webhookSecret: string
}

export interface RunningShop {
  readonly url: string
  /** What it has printed on stdout and stderr. */
  readonly printed: () => string
  close(): Promise<void>
}

/** The environment without that of the npm that runs these tests. */
export const plain = (): NodeJS.ProcessEnv =>
  Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^npm_(?!config_)|^NODE_ENV$|^VITE|^TENDER_/.test(name)),
  )

const environment = ({ port, proxy, ticketSecret, apiKey, webhookSecret }: ShopSettings): NodeJS.ProcessEnv => ({
  ...plain(),
  PORT: String(port),
  SHOP_URL: urlOf(port),
  TENDER_PUBLIC_URL: proxy,
  TENDER_TICKET_SECRET: ticketSecret,
  TENDER_API_KEY: apiKey,
  TENDER_WEBHOOK_SECRET: webhookSecret,
  HOST: 'localhost',
  ASTRO_TELEMETRY_DISABLED: '1',
  NEXT_TELEMETRY_DISABLED: '1',
  NUXT_TELEMETRY_DISABLED: '1',
  PYTHONDONTWRITEBYTECODE: '1',
})

export const urlOf = (port: number): string => `http://localhost:${port}`

/** Milliseconds in which the slowest example is built. */
const TIMEOUT = 300_000

/** Starts an example; resolves when its first page answers. */
export async function startShop(
  folder: string,
  [program, ...args]: readonly [string, ...string[]],
  settings: ShopSettings,
): Promise<RunningShop> {
  // A process group of its own, since npm leaves what its shell has started.
  const child = spawn(program, args, {
    cwd: folder,
    env: environment(settings),
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => (printed += part.toString()))
  const killed = (): void => void (child.pid && killGroup(child.pid))
  process.once('exit', killed)
  const close = async (): Promise<void> => {
    process.off('exit', killed)
    if (child.exitCode !== null || child.signalCode !== null) return
    const exit = once(child, 'exit')
    killed()
    await exit
  }
  const url = urlOf(settings.port)
  const end = systemClock.now() + TIMEOUT
  while (!(await answers(url))) {
    if (child.exitCode !== null) throw new Error(`${program} ended with ${child.exitCode}: ${printed.slice(-4000)}`)
    if (systemClock.now() > end) throw new Error(`${program} does not answer: ${printed.slice(-4000)}`)
    await systemClock.sleep(100)
  }
  return { url, printed: () => printed, close }
}

function killGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // The whole group has ended already.
  }
}

const answers = (url: string): Promise<boolean> =>
  fetch(url).then(
    ({ ok }) => ok,
    () => false,
  )

/** Has a server listen at a free port, which is returned. */
export async function listening(server: Server): Promise<number> {
  server.listen(0, 'localhost')
  await once(server, 'listening')
  return (server.address() as { port: number }).port
}
