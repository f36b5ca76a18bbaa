import type { FastifyInstance } from 'fastify'
import { imitations } from '#sandbox/gateway/profiles/imitations.ts'
import { buildSandbox, type Addresses, type Sandbox, type SandboxOptions } from './build-sandbox.ts'

export interface OpenSandbox extends Sandbox {
  readonly addresses: Addresses & {
    /** Base address of the sheets, `/applePay` and `/googlePay`. */
    readonly wallets: string
  }
}

const HOST = '127.0.0.1'

/**
 * The order in which the servers start: the access server is last, since it reports challenges that are over by then to
 * the gateway at once. The order of ports is another one: gateway, issuer, access server, console, wallets.
 */
const starting = ['issuing', 'console', 'wallets', 'gateway', 'acs'] as const
const ports = ['gateway', 'issuing', 'acs', 'console', 'wallets'] as const

/** Starts a sandbox for a shop on this machine, on five ports from `first` on, or on any free ones when it is 0. */
export async function openSandbox(
  options: Omit<SandboxOptions, 'addresses'>,
  first: number,
  shop?: string | readonly string[],
): Promise<OpenSandbox> {
  const none = { gateway: '', issuing: '', acs: '', console: '', wallets: '' }
  const addresses = { ...none, ...(shop !== undefined && { shop }) }
  if (first) for (const [at, name] of ports.entries()) addresses[name] = `http://${HOST}:${first + at}`
  const sandbox = await buildSandbox({ ...options, addresses: () => addresses })
  const { gateway, issuer, acs, console, sheets } = sandbox
  const servers: Readonly<Record<(typeof ports)[number], FastifyInstance>> = {
    gateway,
    issuing: issuer,
    acs,
    console,
    wallets: sheets,
  }
  try {
    for (const name of starting)
      addresses[name] = await servers[name].listen({ host: HOST, port: first && first + ports.indexOf(name) })
  } catch (error) {
    await sandbox.close()
    throw error
  }
  const { path } = imitations[options.profile ?? 'current']
  return { ...sandbox, addresses: { ...addresses, gateway: addresses.gateway + (path === '/payment' ? '' : path) } }
}
