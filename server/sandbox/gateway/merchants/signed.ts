import { pipeline, Transform, type Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { publicKeyIn } from '#signature/pem.ts'
import { verify } from '#signature/signature.ts'
import { operationOf } from '../operation-of.ts'
import { Refusal } from '../errors/refusal.ts'
import { namedBy, senderOf, type Sender } from './sender.ts'
import { describeSignature, type BrokenSignature } from '../errors/words/signature.ts'

/** The settings of a merchant that decide whether its requests must be signed. */
export interface SigningMerchant {
  readonly login: string
  readonly token?: string
  /** PEM of the certificate uploaded in its personal area: a signature, if sent, must be made with its key. */
  readonly certificate?: string
  /** Unsigned requests are rejected. */
  readonly signature?: 'required'
}

type Fields = Readonly<Record<string, unknown>>

/**
 * Verifies the signature of requests before anything is done: of a merchant with `signature: 'required'` always, of
 * one with a `certificate` when a signature is sent. Throws a {@link Refusal} in the hook; does not check the password.
 */
export function requireSignatures(app: FastifyInstance, merchants: readonly SigningMerchant[]): void {
  const received = new WeakMap<FastifyRequest, Buffer[]>()
  app.addHook('preParsing', async (request, _, payload) => {
    const chunks: Buffer[] = []
    received.set(request, chunks)
    return kept(payload, chunks)
  })
  app.addHook('preHandler', async (request) => {
    const operation = operationOf(request)
    if (!operation) return
    const fields = (request.body ?? {}) as Fields
    const sender = senderOf(operation, fields)
    const merchant = merchants.find(namedBy(sender))
    const broken = merchant && brokenRule(request, Buffer.concat(received.get(request) ?? []), merchant, sender)
    if (broken) throw refusalOf(broken, fields['language'])
  })
}

const refusalOf = (broken: BrokenSignature, language: unknown): Refusal =>
  new Refusal('accessDenied', { message: describeSignature(broken, language), topic: 'shop', language })

/** Passes the payload on, and copies its bytes as received. */
function kept(payload: Readable, chunks: Buffer[]): Readable {
  const copying = new Transform({
    transform(chunk: Buffer, _, done) {
      chunks.push(chunk)
      done(null, chunk)
    },
  })
  return pipeline(payload, copying, () => {})
}

function brokenRule(
  { headers, url }: FastifyRequest,
  body: Buffer,
  merchant: SigningMerchant,
  { userName, token }: Sender,
): BrokenSignature | undefined {
  const isSigned = headers['x-hash'] !== undefined || headers['x-signature'] !== undefined
  if (merchant.signature !== 'required' && !(merchant.certificate && isSigned)) return undefined
  if (url.includes('?')) return 'in-url'
  if (token !== undefined && userName === undefined) return 'by-token'
  if (!merchant.certificate) return 'certificate-missing'
  const reading = verify(body, headers, publicKeyIn(merchant.certificate))
  if (!reading.ok) return reading.broken
  return userName === undefined ? 'login-missing' : undefined
}
