import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { freePorts } from '../../../demo/ports.ts'
import { secrets } from '../../../demo/stack.ts'
import type { AttackPages } from './attack-pages.ts'

/** The built proxy, in a process of its own. */
export interface RealProxy {
  readonly base: string
  /** The lines of its standard output and its standard error. */
  readonly output: string[]
  close(): Promise<void>
}

const CLI = fileURLToPath(new URL('../../../dist/server/cli.js', import.meta.url))

/** Starts the proxy for the stack's gateway, with a Redis where one is given. */
export async function openRealProxy({ stack, hostile }: AttackPages, redisUrl: string | undefined): Promise<RealProxy> {
  const [port] = await freePorts(1, 0)
  const base = `http://127.0.0.1:${port}`
  const { userName, password } = stack.credentials.gateway
  const child = spawn(process.execPath, [CLI, 'proxy'], {
    env: {
      PATH: process.env['PATH'],
      TENDER_PORT: String(port),
      TENDER_PUBLIC_URL: base,
      TENDER_GATEWAY_URL: stack.addresses.gateway,
      TENDER_GATEWAY_USERNAME: userName,
      TENDER_GATEWAY_PASSWORD: password,
      TENDER_TICKET_SECRET: secrets.ticketSecret,
      TENDER_API_KEYS: secrets.apiKey,
      TENDER_SHOP_ORIGINS: hostile.listed,
      TENDER_SIGNING_SECRET: 'a-signing-secret-of-more-than-32-bytes',
      TENDER_WEBHOOK_URL: `${hostile.listed}/webhooks`,
      TENDER_WEBHOOK_SECRET: secrets.webhookSecret,
      TENDER_LIMIT_CARDS: 'none',
      TENDER_LIMIT_DECLINES: 'none',
      TENDER_LIMIT_DECLINED_PERCENT: 'none',
      TENDER_LIMIT_FORM_TIME_MS: 'none',
      ...(redisUrl !== undefined && { TENDER_REDIS_URL: redisUrl }),
    },
  })
  const output: string[] = []
  child.stdout.on('data', (part: Buffer) => output.push(part.toString()))
  child.stderr.on('data', (part: Buffer) => output.push(part.toString()))
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  for (let tries = 0; !(await isReady(base)); tries += 1) {
    if (tries === 150 || child.exitCode !== null) throw new Error(`The proxy did not start: ${output.join('')}`)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  return { base, output, close: () => (child.kill(), gone) }
}

const isReady = (base: string): Promise<boolean> =>
  fetch(`${base}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  )
