#!/usr/bin/env node
import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { undiciCarry } from '#gateway-client/undici-carry.ts'
import { silent } from '#ports/journal.ts'
import { systemClock, systemLateness, systemRandom } from '#ports/system.ts'
import { buildProxy } from '#proxy/build-proxy.ts'
import { memoryClaims } from '#proxy/claims.ts'
import { readConfig, type ProxyConfig } from '#proxy/config.ts'
import { loadDocuments } from '#proxy/documents.ts'
import { stop } from '#proxy/life.ts'
import { buildLogger } from '#proxy/log.ts'
import { queuedFollowUps } from '#proxy/notices/queued-follow-ups.ts'
import { queuedOutbox } from '#proxy/notices/queued-outbox.ts'
import { redisStore, type RedisStoreParts } from '#proxy/redis/redis-store.ts'
import { loadScriptTag } from '#proxy/script-tag.ts'
import { signOrder, type OrderClaims } from '#proxy/sign-order.ts'
import { appleCarryOf } from '#proxy/wallets/apple-carry.ts'
import { guardProcess, isInspected } from './process-guard.ts'

const usage = `tender proxy      runs the proxy; its TENDER_… variables are in the README
tender sandbox    runs a simulated gateway, issuer, access server and console
                  [--port 8082] [--data FILE] [--merchants FILE] [--json] [--quiet]
tender keys       makes the key that signs requests to the gateway, with a signing request and a certificate
                  --out DIR --name CN
tender sign       prints an order ticket for the claims given as JSON, signed with TENDER_TICKET_SECRET
                  [--expires-in seconds] [--kid name]
                  tender sign '{"orderNumber":"A-17","amount":4990,"currency":"978","returnUrl":"https://shop.example/"}'`

const commands: ReadonlyMap<string, (args: string[]) => Promise<void>> = new Map([
  ['proxy', proxy],
  ['sandbox', sandbox],
  ['keys', keys],
  ['sign', sign],
])

/** A failure that is told in a sentence, without a stack. */
class Told extends Error {}

/** Milliseconds in which connections still arrive that a load balancer has sent before it knew. */
const ON_THE_WAY = 1000

async function proxy(): Promise<void> {
  const { config, errors } = readConfig(process.env)
  if (errors) throw new Told(errors.join('\n'))
  if (isInspected() && !config.gateway.isLoopback)
    throw new Told('The proxy must not be started with --inspect: who reaches that port reads every secret.')
  const logger = buildLogger(config.logLevel)
  const documents = await loadDocuments(distFolder()).catch(tell)
  const scriptTag = await loadScriptTag(distFolder()).catch(tell)
  const queues = await queuesOf(config)
  const store = await storeOf(config, logger)
  const carry = undiciCarry({ timeoutMs: config.gateway.timeoutMs })
  const appleCarry = appleCarryOf(config)
  const app = await buildProxy(config, {
    clock: systemClock,
    random: systemRandom,
    carry,
    journal: silent,
    logger,
    lateness: systemLateness(),
    claims: store?.claims ?? memoryClaims(systemClock),
    ...(store && { tallies: store.tallies }),
    ...(appleCarry && { appleCarry }),
    ...queues,
    documents,
    scriptTag,
  })
  guardProcess()
  await app.listen({ host: config.host, port: config.port }).catch(async (error: unknown) => {
    await app.close()
    store?.close()
    throw error
  })
  console.error(`The proxy listens on ${config.host}:${config.port} as ${config.publicUrl}`)
  onSignal(async () => {
    await stop(app, () => systemClock.sleep(ON_THE_WAY))
    await carry.close()
    await appleCarry?.close()
    store?.close()
  })
}

const storeOf = async ({ redisUrl, publicUrl }: ProxyConfig, logger: RedisStoreParts['logger']) =>
  redisUrl && redisStore(redisUrl.reveal(), publicUrl, { clock: systemClock, logger }).catch(tell)

async function queuesOf({ webhook, redisUrl, publicUrl }: ProxyConfig) {
  if (!webhook || !redisUrl) return {}
  return {
    outbox: await queuedOutbox(redisUrl.reveal(), publicUrl).catch(tell),
    followUps: await queuedFollowUps(redisUrl.reveal(), publicUrl).catch(tell),
  }
}

/** The folder that holds `frames/`, from the built command and from the sources alike. */
function distFolder(): string {
  const near = ['..', '../dist'].map((path) => fileURLToPath(new URL(path, import.meta.url)))
  return near.find((folder) => existsSync(`${folder}/frames/manifest.json`)) ?? near.at(-1)!
}

async function sandbox(args: string[]): Promise<void> {
  const { port, json, quiet, data, merchants } = parseArgs({ args, options: sandboxOptions }).values
  const first = Number(port)
  if (!Number.isInteger(first) || first < 0 || first > 65_531)
    throw new Told('--port must be a port from 1 to 65531, or 0 for any free ones')
  // The other commands do without.
  const { startSandbox, merchantsFile } = await import('./sandbox.ts')
  const told = merchants === undefined ? {} : { merchants: orTell(() => merchantsFile(merchants)) }
  const remembered = data === undefined ? {} : { data, tell: (sentence: string) => console.error(sentence) }
  const opened = await startSandbox({ port: first, ...told, ...remembered }).catch(tell)
  const { addresses, credentials, testCards } = opened
  if (!json && !quiet)
    console.error('A sandbox: nobody pays here, and its cards and credentials are known to everybody.')
  if (json) console.log(JSON.stringify({ ...addresses, credentials, testCards }))
  else if (!quiet) console.log(JSON.stringify({ addresses, credentials: credentials.gateway }, null, 2))
  onSignal(() => opened.close())
}

const sandboxOptions = {
  port: { type: 'string', default: '8082' },
  json: { type: 'boolean', default: false },
  quiet: { type: 'boolean', default: false },
  data: { type: 'string' },
  merchants: { type: 'string' },
} as const

function orTell<Read>(read: () => Read): Read {
  try {
    return read()
  } catch (error) {
    return tell(error)
  }
}

async function keys(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { out: { type: 'string' }, name: { type: 'string' } } })
  const { out, name } = values
  if (!out || !name) throw new Told('--out DIR and --name CN are required.')
  const [key, request, certificate] = ['signing.key', 'signing.csr', 'signing.crt'].map((file) => join(out, file))
  const there = [key!, request!, certificate!].find((file) => existsSync(file))
  if (there) throw new Told(`${there} is there already; nothing was written.`)
  const { makeKeys } = await import('#signature/make-keys.ts')
  const made = await makeKeys(name, systemClock, systemRandom).catch(tell)
  await mkdir(out, { recursive: true, mode: 0o700 }).catch(tell)
  await writeFile(key!, made.privateKey, { flag: 'wx', mode: 0o600 }).catch(tell)
  await writeFile(request!, made.request, { flag: 'wx' }).catch(tell)
  await writeFile(certificate!, made.certificate, { flag: 'wx' }).catch(tell)
  console.log(`${key}  the private key: give it to no one; its text is the proxy's TENDER_GATEWAY_SIGNING_KEY
${certificate}  the certificate: upload it in the merchant personal area
  (Wallet certificates, the service, Add a certificate) before the first signed request
${request}  the signing request, for an authority that shall issue the certificate instead`)
}

async function sign(args: string[]): Promise<void> {
  const options = { 'expires-in': { type: 'string', default: '1200' }, kid: { type: 'string' } } as const
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true })
  const secret = process.env['TENDER_TICKET_SECRET']
  if (!secret) throw new Told('TENDER_TICKET_SECRET is required.')
  const expiresIn = Number(values['expires-in'])
  if (!Number.isInteger(expiresIn) || expiresIn < 1) throw new Told('--expires-in must be whole seconds.')
  const claims = claimsIn(positionals[0] ?? '')
  console.log(await signOrder(claims, secret, { expiresIn, ...(values.kid && { kid: values.kid }) }).catch(tell))
}

function claimsIn(text: string): OrderClaims {
  try {
    return JSON.parse(text) as OrderClaims
  } catch {
    throw new Told(`The order must be JSON.\n${usage}`)
  }
}

function tell(error: unknown): never {
  throw new Told(error instanceof Error ? error.message : String(error))
}

/** Stops once; a second signal ends the process at once. */
function onSignal(close: () => Promise<unknown>): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void close())
}

async function main([name = '', ...args]: string[]): Promise<void> {
  const command = commands.get(name)
  if (!command) throw new Told(usage)
  await command(args)
}

main(process.argv.slice(2)).catch((error: unknown) => {
  console.error(error instanceof Told ? error.message : error)
  process.exitCode = 1
})
