import { createCipheriv, createDecipheriv, createHmac, createSecretKey } from 'node:crypto'
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { SignJWT, type JWTPayload } from 'jose'
import { MAX_TICKET_LIFETIME, type Ticket } from '#server-contract/ticket.ts'
import type { LinkOrder } from '#server-contract/merchant/links.ts'
import { walletNames, type MethodName } from '#contract/methods/methods.ts'
import type { Clock, Random } from '#contract/ports.ts'
import type { ProxyConfig } from '../config/config.ts'
import type { Secret } from '../config/secret.ts'
import { buildTicketReader, type TicketReader } from './ticket.ts'

/** Path of a payment link, before its token. */
export const linkPath = '/link/'

/** What a link holds: the order, and when it was made and ends, in seconds since 1970. */
export type LinkClaims = LinkOrder & { readonly iat: number; readonly exp: number }

/** Payment links: an address holds its order, so that no process needs to remember it. */
export interface Links {
  /** The address of a link. */
  addressOf(claims: LinkClaims): string
  /** What the token of an address holds, also after its end; `undefined` where it was not made here. */
  claimsIn(token: string): LinkClaims | undefined
  /** A ticket for the link's page, which needs no key of the merchant's; the page is no shop's, and offers no wallets. */
  ticketOf(claims: LinkClaims, address: string): Promise<string>
}

type LinkConfig = Pick<
  ProxyConfig,
  'publicUrl' | 'signingSecret' | 'olderSigningSecrets' | 'ticketAudience' | 'shopOrigins' | 'gateway' | 'bankPage'
>

/** A key for one purpose, of 256 bits. */
const keyFrom = (secret: Secret, purpose: string): Buffer =>
  createHmac('sha256', secret.reveal()).update(`link\n${purpose}`).digest()

const CIPHER = 'aes-256-gcm'
/** Bytes of the nonce and of the authentication tag: nobody finds a token by guessing 128 bits. */
const [NONCE, TAG] = [12, 16]

/**
 * Encrypts by the first secret, and reads what the older ones have encrypted. An address is kept in chats, histories and
 * mailboxes, and its claims may name the payer.
 */
export function buildLinks({ config, clock, random }: { config: LinkConfig; clock: Clock; random: Random }): Links {
  const { publicUrl, signingSecret, olderSigningSecrets, ticketAudience: aud } = config
  const keys = [signingSecret, ...olderSigningSecrets].map((secret) => keyFrom(secret, 'address'))
  const [ticketKey] = ticketKeysOf(config)
  return {
    addressOf(claims) {
      const nonce = random.bytes(NONCE)
      const cipher = createCipheriv(CIPHER, keys[0]!, nonce)
      const text = cipher.update(deflateRawSync(JSON.stringify(claims)))
      const encrypted = Buffer.concat([nonce, text, cipher.final(), cipher.getAuthTag()])
      return publicUrl + linkPath + encrypted.toString('base64url')
    },
    claimsIn(token) {
      const bytes = Buffer.from(token, 'base64url')
      // Base64 spells the same bytes in several ways, and a link has one address.
      if (bytes.length <= NONCE + TAG || bytes.toString('base64url') !== token) return undefined
      for (const key of keys) {
        const text = decrypted(bytes, key)
        if (text) return JSON.parse(inflateRawSync(text).toString()) as LinkClaims
      }
      return undefined
    },
    async ticketOf(claims, address) {
      const { methods, returnUrl = address } = claims
      const exp = Math.min(claims.exp, Math.floor(clock.now() / 1000) + MAX_TICKET_LIFETIME)
      const own = {
        returnUrl,
        origin: publicUrl,
        exp,
        ...(methods && { methods: methods.filter(isNoWallet) }),
        ...(aud && { aud }),
      }
      return new SignJWT({ ...claims, ...own } satisfies Ticket as JWTPayload)
        .setProtectedHeader(ticketHeader)
        .sign(ticketKey!.key)
    },
  }
}

function decrypted(bytes: Buffer, key: Buffer): Buffer | undefined {
  const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, NONCE), { authTagLength: TAG })
  decipher.setAuthTag(bytes.subarray(-TAG))
  try {
    return Buffer.concat([decipher.update(bytes.subarray(NONCE, -TAG)), decipher.final()])
  } catch {
    return undefined
  }
}

/** Named beside others, a wallet is left out, since the page would keep a place for it. */
const isNoWallet = (method: MethodName): boolean => !(walletNames as readonly string[]).includes(method)

const ticketHeader = { alg: 'HS256', typ: 'JWT', kid: 'tender-link' } as const

const ticketKeysOf = ({ signingSecret, olderSigningSecrets }: LinkConfig) =>
  [signingSecret, ...olderSigningSecrets].map((secret) => ({
    algorithms: ['HS256'],
    key: createSecretKey(keyFrom(secret, 'ticket')),
  }))

/** A reader that also accepts the tickets of links, which alone may lead back to the proxy. */
export function withLinkTickets(readTicket: TicketReader, config: LinkConfig, clock: Clock): TicketReader {
  const ticketKeys = ticketKeysOf(config)
  const shopOrigins = [...config.shopOrigins, config.publicUrl]
  const { ticketAudience, gateway, bankPage } = config
  const audience = ticketAudience === undefined ? {} : { ticketAudience }
  const readOwn = buildTicketReader({ ...audience, gateway, bankPage, ticketKeys, shopOrigins }, clock)
  const beginning = `Bearer ${Buffer.from(JSON.stringify(ticketHeader)).toString('base64url')}.`
  return async (authorization) => (authorization?.startsWith(beginning) ? readOwn : readTicket)(authorization)
}
