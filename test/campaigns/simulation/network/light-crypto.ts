import crypto, { type KeyObject } from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'

/**
 * Replacements of Node's ciphers while a simulation runs. A signature or a key is computed once for the same input; RSA
 * is left out on both sides: the frame gets an exponent of 1, so that a sealed card is its padded text, and the
 * gateway's decryption returns what it gets. The format and the padding are written and read as ever.
 */
const light = {
  createHmac: (algorithm: string, key: Parameters<typeof crypto.createHmac>[1]) => new LightHmac(algorithm, key),
  privateDecrypt: (_: unknown, sealed: Buffer): Buffer => sealed,
  createPublicKey(key: Parameters<typeof crypto.createPublicKey>[0]): KeyObject {
    const name = nameOfKey(key)
    if (name === undefined) return real.createPublicKey(key)
    return remembered(publicKeys, name, () => real.createPublicKey(key))
  },
}

const real = {
  createHmac: crypto.createHmac,
  privateDecrypt: crypto.privateDecrypt,
  createPublicKey: crypto.createPublicKey,
}

/** Most entries of a memory; then it starts anew. */
const MOST = 5000

const publicKeys = new Map<string, KeyObject>()
const digests = new Map<string, Buffer>()

function remembered<T>(memory: Map<string, T>, name: string, make: () => T): T {
  const there = memory.get(name)
  if (there !== undefined) return there
  if (memory.size >= MOST) memory.clear()
  const made = make()
  memory.set(name, made)
  return made
}

/** The text of a key in PEM, or of one with its encoding; `undefined` for a key that is an object already. */
function nameOfKey(key: Parameters<typeof crypto.createPublicKey>[0]): string | undefined {
  if (typeof key === 'string') return key
  if (Buffer.isBuffer(key)) return key.toString('base64')
  if (!('key' in key)) return undefined
  const { key: data, format = '', type = '' } = key as { key: unknown; format?: string; type?: string }
  if (typeof data === 'string') return `${format} ${type} ${data}`
  return data instanceof Uint8Array ? `${format} ${type} ${Buffer.from(data).toString('base64')}` : undefined
}

/** Names of keys that are objects. */
const objects = new WeakMap<object, string>()
let count = 0

function nameOfSecret(key: Parameters<typeof crypto.createHmac>[1]): string {
  if (typeof key === 'string') return key
  if (key instanceof Uint8Array) return `bytes ${Buffer.from(key).toString('latin1')}`
  const name = objects.get(key) ?? `object ${String(++count)}`
  objects.set(key, name)
  return name
}

class LightHmac {
  readonly #algorithm: string
  readonly #key: Parameters<typeof crypto.createHmac>[1]
  #text = ''

  constructor(algorithm: string, key: Parameters<typeof crypto.createHmac>[1]) {
    this.#algorithm = algorithm
    this.#key = key
  }

  update(data: string | Uint8Array): this {
    this.#text += Buffer.from(data as string).toString('latin1')
    return this
  }

  digest(): Buffer
  digest(encoding: BufferEncoding): string
  digest(encoding?: BufferEncoding): Buffer | string {
    const name = `${this.#algorithm} ${nameOfSecret(this.#key)}\n${this.#text}`
    const digest = remembered(digests, name, () =>
      real.createHmac(this.#algorithm, this.#key).update(this.#text, 'latin1').digest(),
    )
    return encoding === undefined ? digest : digest.toString(encoding)
  }
}

/** Replaces Node's ciphers by the light ones; the returned function restores them. */
export function withLightCrypto(): () => void {
  Object.assign(crypto, light)
  syncBuiltinESMExports()
  return () => {
    Object.assign(crypto, real)
    syncBuiltinESMExports()
  }
}
