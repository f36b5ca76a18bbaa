import { createCipheriv, createDecipheriv, hkdfSync } from 'node:crypto'
import type { ChallengeStep, MethodStep, Outcome } from '#contract/checkout.ts'
import type { checkoutApi } from '#contract/checkout-api.ts'
import { ProxyError } from '#contract/proxy-errors.ts'
import type { Request } from '#contract/operation.ts'
import { AUTHENTICATION_LIFETIME } from '#contract/three-ds/time-limits.ts'
import type { Ticket } from '#server-contract/ticket.ts'
import type { Secret } from '../config/secret.ts'
import type { ClientInfo } from '../payments/client-info.ts'
import type { ProxyContext } from '../proxy-context.ts'
import type { AuthenticationStore } from './authentication-store.ts'

/** An authentication that waits for the end of a step; it contains what the payment is sent with after that. */
export interface Waiting {
  readonly kind: 'method' | 'challenge'
  /** Identifies the authentication in its addresses. */
  readonly nonce: string
  readonly orderId: string
  readonly transactionId: string
  readonly step: MethodStep | ChallengeStep
  readonly ticket: Ticket
  /** Sealed for the proxy. */
  readonly card: Request<typeof checkoutApi.pay>
  readonly clientInfo: ClientInfo
}

/** An authentication that ended while the page was at the bank, which gets its outcome when it asks. */
export interface Ended {
  readonly kind: 'ended'
  readonly nonce: string
  readonly orderId: string
  readonly outcome: Outcome
  readonly returnUrl: string
  readonly failUrl?: string | undefined
  /** The locale of the element. */
  readonly locale?: string | undefined
}

export type AuthenticationRecord = Waiting | Ended

/** The authentications that are not finished, one for each order; throws `busy` when the store fails. */
export interface Records {
  read(orderNumber: string): Promise<AuthenticationRecord | undefined>
  write(orderNumber: string, record: AuthenticationRecord): Promise<void>
  remove(orderNumber: string): Promise<void>
  /** Apart from the record, since the notification page does not hold the order's lock. */
  noteMethod(orderNumber: string, nonce: string): Promise<void>
  isMethodNoted(orderNumber: string, nonce: string): Promise<boolean>
}

export function buildRecords(
  { config, random }: Pick<ProxyContext, 'config' | 'random'>,
  store: AuthenticationStore,
): Records {
  const keys = [config.signingSecret, ...config.olderSigningSecrets].map(cipherKey)
  const iv = (): Uint8Array => random.bytes(IV)
  return {
    async read(orderNumber) {
      const text = await store.read(orderNumber).catch(storeDown)
      return text === undefined ? undefined : opened(keys, text)
    },
    write: (orderNumber, record) =>
      store.write(orderNumber, sealed(keys[0]!, iv(), record), AUTHENTICATION_LIFETIME).catch(storeDown),
    remove: (orderNumber) => store.remove(orderNumber).catch(storeDown),
    noteMethod: (orderNumber, nonce) =>
      store.write(methodOf(orderNumber, nonce), 'completed', AUTHENTICATION_LIFETIME).catch(storeDown),
    isMethodNoted: async (orderNumber, nonce) =>
      (await store.read(methodOf(orderNumber, nonce)).catch(storeDown)) !== undefined,
  }
}

/** Longer than any order number, which has at most 32 characters, so that the two keys never collide. */
const methodOf = (orderNumber: string, nonce: string): string => `the method ${nonce} of the order ${orderNumber}`

function storeDown(): never {
  throw new ProxyError('busy', 'The authentication cannot be read; nothing was sent. Try again.')
}

const CIPHER = 'aes-256-gcm'
/** Bytes. */
const [IV, TAG] = [12, 16]

const cipherKey = (secret: Secret): Buffer =>
  Buffer.from(hkdfSync('sha256', secret.reveal(), '', 'tender-checkout authentications', 32))

/** Encrypted: the record has data of the payer, and the shared store is no place for these. */
function sealed(key: Buffer, iv: Uint8Array, record: AuthenticationRecord): string {
  const cipher = createCipheriv(CIPHER, key, iv)
  const text = Buffer.concat([cipher.update(JSON.stringify(record)), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), text]).toString('base64')
}

/** `undefined` for a text that was not written with one of the keys. */
function opened(keys: readonly Buffer[], text: string): AuthenticationRecord | undefined {
  const bytes = Buffer.from(text, 'base64')
  for (const key of keys)
    try {
      const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, IV), { authTagLength: TAG })
      decipher.setAuthTag(bytes.subarray(IV, IV + TAG))
      const plain = Buffer.concat([decipher.update(bytes.subarray(IV + TAG)), decipher.final()])
      return JSON.parse(plain.toString()) as AuthenticationRecord
    } catch {
      continue
    }
  return undefined
}
