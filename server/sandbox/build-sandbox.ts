import type { FastifyInstance } from 'fastify'
import type { Clock, Random } from '#contract/ports.ts'
import type { Carry } from '#contract/wire/client.ts'
import { issuingClient, type IssuingClient } from '#issuing-client/issuing-client.ts'
import type { Journal } from '#ports/journal.ts'
import { buildAcs } from '#sandbox/acs/build-acs.ts'
import { testCards } from '#sandbox/cards/test-cards.ts'
import { buildConsole } from '#sandbox/console/build-console.ts'
import { buildGateway } from '#sandbox/gateway/build-gateway.ts'
import { buildIssuer } from '#sandbox/issuer/build-issuer.ts'
import { buildSwitches, type Switches } from '#sandbox/scenario/scenario.ts'
import { buildWallets, type Wallets } from '#sandbox/wallets/build-wallets.ts'

/** Where everybody lives: base addresses without a trailing slash. */
export interface Addresses {
  readonly gateway: string
  readonly issuing: string
  readonly acs: string
  readonly console: string
  /** Its pages may read the console. */
  readonly shop: string
}

export interface SandboxParts {
  readonly clock: Clock
  readonly random: Random
  readonly journal: Journal
  /** Carries what the parties ask of one another, and the gateway's callbacks to the merchant. */
  readonly carry: Carry
  /** Read at each use, since ports may be known only after listening. */
  readonly addresses: () => Addresses
  /** `production` is refused; absent, NODE_ENV decides. */
  readonly env?: string
}

/** The other side of a payment, simulated; nothing listens yet. */
export interface Sandbox {
  readonly gateway: FastifyInstance
  readonly issuer: FastifyInstance
  readonly acs: FastifyInstance
  readonly console: FastifyInstance
  readonly switches: Switches
  readonly credentials: typeof credentials
  readonly wallets: Wallets
  /** Closes every server. */
  close(): Promise<void>
}

/** Fixed and known to everybody, so that nobody takes them for secrets. */
const credentials = {
  gateway: { userName: 'sandbox-api', password: 'sandbox-password', token: 'sandbox-token' },
  issuing: { login: 'sandbox-issuing', password: 'sandbox-issuing-password', bin: '400000' },
} as const

const merchant = {
  login: credentials.gateway.userName,
  password: credentials.gateway.password,
  token: credentials.gateway.token,
  name: 'Sandbox Shop',
  mcc: '5499',
  currency: '978',
} as const

/** Puts gateway, issuer, access server and console together. Throws in production: it would call any payment paid. */
export async function buildSandbox({ env = process.env['NODE_ENV'], ...parts }: SandboxParts): Promise<Sandbox> {
  if (env === 'production')
    throw new Error('The sandbox does not run in production (NODE_ENV): it approves payments that nobody pays')
  const { clock, random, journal, carry, addresses } = parts
  const switches = buildSwitches()
  const wallets = await buildWallets({ clock, random })
  const paResKey = Buffer.from(random.bytes(32)).toString('base64url')
  const common = { clock, random, journal, switches, carry, addresses, paResKey }
  const servers = {
    gateway: await buildGateway({
      ...common,
      issuer: issuerOf(parts),
      merchants: [merchant],
      wallets: wallets.openers,
    }),
    issuer: await buildIssuer({ clock, random, journal, cards: testCards, credentials: credentials.issuing }),
    acs: buildAcs({ ...common, cards: testCards }),
    console: buildConsole({ clock, journal, switches, cards: testCards, allowedOrigins: () => [addresses().shop] }),
  }
  const close = async (): Promise<void> => {
    await Promise.all(Object.values(servers).map((server) => server.close()))
  }
  return { ...servers, switches, credentials, wallets, close }
}

/** The gateway's way to the issuer, whose address may not be known yet. */
function issuerOf({ addresses, carry }: SandboxParts): IssuingClient {
  const issuer = (): IssuingClient => issuingClient(addresses().issuing, credentials.issuing, carry)
  return {
    debitCard: (request, signal) => issuer().debitCard(request, signal),
    reversal: (request, signal) => issuer().reversal(request, signal),
  }
}
