import { AsyncLocalStorage } from 'node:async_hooks'
import { createHmac, timingSafeEqual } from 'node:crypto'
import { chanceOf } from '../chance.ts'
import { withLightCrypto } from './light-crypto.ts'

/**
 * Replacements of the platform's classes and ciphers, without what makes those slow or lets threads decide the order:
 * no streams, and each result at once. They replace Node's own while a simulation runs.
 */
class LightHeaders extends Map<string, string> {
  constructor(given: Readonly<Record<string, string>> = {}) {
    super()
    for (const name in given) super.set(name.toLowerCase(), given[name]!)
  }
  override get(name: string): string {
    return super.get(name.toLowerCase()) ?? ''
  }
  override set(name: string, value: string): this {
    return super.set(name.toLowerCase(), value)
  }
}

interface Init {
  readonly headers?: Readonly<Record<string, string>>
  readonly status?: number
}

class LightResponse {
  readonly status: number
  readonly headers: LightHeaders
  /** A body that a caller may cancel. */
  readonly body = { cancel: async () => {} }
  readonly #text: string
  constructor(text: string | null, { status = 200, headers }: Init = {}) {
    this.#text = text ?? ''
    this.status = status
    this.headers = new LightHeaders(headers)
  }
  get ok(): boolean {
    return this.status >= 200 && this.status < 300
  }
  async text(): Promise<string> {
    return this.#text
  }
}

type Listener = () => void

class LightSignal {
  aborted = false
  reason: unknown
  readonly #listeners = new Set<Listener>()
  addEventListener(_: 'abort', listener: Listener): void {
    this.#listeners.add(listener)
  }
  removeEventListener(_: 'abort', listener: Listener): void {
    this.#listeners.delete(listener)
  }
  throwIfAborted(): void {
    if (this.aborted) throw this.reason
  }
  abort(reason: unknown): void {
    if (this.aborted) return
    this.aborted = true
    this.reason = reason
    for (const listener of this.#listeners) listener()
    this.#listeners.clear()
  }
}

const aborted = Object.assign(new Error('This operation was aborted'), { name: 'AbortError' })

class LightController {
  readonly signal = new LightSignal()
  abort(reason: unknown = aborted): void {
    this.signal.abort(reason)
  }
}

const { subtle } = globalThis.crypto
type Operation = (...given: unknown[]) => Promise<never>

let working = 0

/** Whether Node's threads compute a cipher; the time is stopped until they are done. */
export const isWorking = (): boolean => working > 0

const prototype = Object.getPrototypeOf(subtle) as Record<string, Operation>

function counted(name: string): Operation {
  const operation = prototype[name]!.bind(subtle)
  return (...given) => {
    working += 1
    return operation(...given).finally(() => (working -= 1))
  }
}

const real = { importKey: counted('importKey'), exportKey: counted('exportKey'), verify: counted('verify') }
/** The other operations that decrypting a wallet's token needs. */
const others = ['decrypt', 'deriveBits', 'deriveKey', 'digest'] as const

/** An exponent that encrypts nothing, as it is written in a JWK; see {@link withLightCrypto}. */
const ONE = 'AQ'

const bytesOf = new WeakMap<CryptoKey, Uint8Array>()
const known = new Map<string, unknown>()

/** Computes the order tickets' HMAC at once, and caches imported public keys. */
const lightSubtle = {
  async importKey(...given: Parameters<SubtleCrypto['importKey']>): Promise<CryptoKey> {
    const [format, data] = given as unknown as [string, Uint8Array]
    if (format === 'spki')
      return remembered(`key ${Buffer.from(data).toString('base64')}`, () => real.importKey(...given))
    if (format !== 'raw') return real.importKey(...given)
    const key = await remembered<CryptoKey>(`raw ${String(data)}`, () => real.importKey(...given))
    bytesOf.set(key, data)
    return key
  },
  async exportKey(...given: Parameters<SubtleCrypto['exportKey']>): Promise<unknown> {
    const there = exported.get(given[1]) ?? { ...((await real.exportKey(...given)) as JsonWebKey), e: ONE }
    exported.set(given[1], there)
    return there
  },
  async verify(...given: Parameters<SubtleCrypto['verify']>): Promise<boolean> {
    const [, key, signature, data] = given as unknown as [unknown, CryptoKey, Uint8Array, Uint8Array]
    const bytes = bytesOf.get(key)
    if (!bytes) return real.verify(...given)
    return timingSafeEqual(createHmac('sha256', bytes).update(data).digest(), signature)
  },
  ...Object.fromEntries(others.map((name) => [name, counted(name)])),
}

const exported = new WeakMap<CryptoKey, unknown>()

async function remembered<T>(name: string, make: () => Promise<T>): Promise<T> {
  if (!known.has(name)) known.set(name, await make())
  return known.get(name) as T
}

/** Padding need not be secret here, and requesting it from Node byte by byte costs more than the cipher. */
function quickBytes<T extends Uint8Array>(bytes: T): T {
  for (let at = 0; at < bytes.length; at++) bytes[at] = 1 + padding.below(255)
  return bytes
}
const padding = chanceOf(0, 'padding')

/** The trace IDs of log lines, which would have Node call a hook for each promise of all parties. */
const untraced = <Result, Args extends unknown[]>(_: unknown, act: (...args: Args) => Result, ...args: Args): Result =>
  act(...args)
const { run } = AsyncLocalStorage.prototype

const light = { Response: LightResponse, AbortController: LightController }

/** Replaces Node's classes by the light ones; the returned function restores them. */
export function withLightWeb(): () => void {
  const names = Object.keys(light) as (keyof typeof light)[]
  const before = names.map((name) => [name, Object.getOwnPropertyDescriptor(globalThis, name)!] as const)
  for (const name of names)
    Object.defineProperty(globalThis, name, { value: light[name], configurable: true, writable: true })
  for (const [name, value] of Object.entries(lightSubtle))
    Object.defineProperty(subtle, name, { value, configurable: true })
  Object.defineProperty(globalThis.crypto, 'getRandomValues', { value: quickBytes, configurable: true })
  AsyncLocalStorage.prototype.run = untraced
  const restoreCrypto = withLightCrypto()
  return () => {
    restoreCrypto()
    AsyncLocalStorage.prototype.run = run
    for (const [name, descriptor] of before) Object.defineProperty(globalThis, name, descriptor)
    for (const name of Object.keys(lightSubtle)) Reflect.deleteProperty(subtle, name)
    Reflect.deleteProperty(globalThis.crypto, 'getRandomValues')
  }
}
