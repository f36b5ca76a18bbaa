import { pipeline, Transform, type Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { publicKeyIn } from '#signature/pem.ts'
import { verify, type SignatureRule } from '#signature/signature.ts'
import { operationOf } from '../operation-of.ts'
import { Refusal } from '../errors/refusal.ts'
import { namedBy, senderOf, type Sender } from './sender.ts'
import { translate, type Words } from '../errors/words/translate.ts'

/** The settings of a merchant that decide whether its requests must be signed. */
export interface SigningMerchant {
  readonly login: string
  readonly token?: string
  /** PEM of the certificate uploaded in its personal area: a signature, if sent, must be made with its key. */
  readonly certificate?: string
  /** Unsigned requests are rejected. */
  readonly signature?: 'required'
}

type Rule = SignatureRule | 'in-url' | 'by-token' | 'login-missing' | 'certificate-missing'

/** errorMessage by the broken rule (online gateway 5, request signature); errorCode is 5 (family). */
const sayings: Readonly<Record<Rule, Words>> = {
  'in-url': [
    'A signed request must have all its parameters in the body, not in the URL',
    'Все параметры подписанного запроса должны быть в теле, а не в URL',
  ],
  'by-token': [
    'A signed request must carry userName and password, not token',
    'Подписанный запрос должен содержать userName и password, а не token',
  ],
  'login-missing': [
    'A signed request must carry userName and password',
    'Подписанный запрос должен содержать userName и password',
  ],
  'certificate-missing': [
    'Header X-Signature cannot be verified: the merchant has uploaded no certificate',
    'Заголовок X-Signature нельзя проверить: сертификат магазина не загружен',
  ],
  'hash-missing': ['Header X-Hash is required', 'Нужен заголовок X-Hash'],
  'hash-not-base64': [
    'Header X-Hash must be the Base64 of 32 bytes',
    'Заголовок X-Hash должен содержать 32 байта в Base64',
  ],
  'hash-of-other-body': [
    'Header X-Hash is not the SHA-256 of the body as received',
    'Заголовок X-Hash не равен SHA-256 полученного тела',
  ],
  'signature-missing': ['Header X-Signature is required', 'Нужен заголовок X-Signature'],
  'signature-not-base64': ['Header X-Signature must be Base64', 'Заголовок X-Signature должен быть в Base64'],
  'signature-wrong': [
    "Header X-Signature is not SHA256withRSA over the bytes of the hash by the key of the merchant's certificate",
    'Заголовок X-Signature не является подписью SHA256withRSA байтов хеша ключом сертификата магазина',
  ],
}

type Fields = Readonly<Record<string, unknown>>

/**
 * Verifies the signature of requests before anything is done: of a merchant with `signature: 'required'` always, of
 * one with a `certificate` when a signature is sent. Throws a {@link Refusal} in the hook; does not check the password.
 */
export function demandSignatures(app: FastifyInstance, merchants: readonly SigningMerchant[]): void {
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
    if (broken) throw new Refusal('5', translate(sayings[broken], fields['language']))
  })
}

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
): Rule | undefined {
  const isSigned = headers['x-hash'] !== undefined || headers['x-signature'] !== undefined
  if (merchant.signature !== 'required' && !(merchant.certificate && isSigned)) return undefined
  if (url.includes('?')) return 'in-url'
  if (token !== undefined && userName === undefined) return 'by-token'
  if (!merchant.certificate) return 'certificate-missing'
  const reading = verify(body, headers, publicKeyIn(merchant.certificate))
  if (!reading.ok) return reading.broken
  return userName === undefined ? 'login-missing' : undefined
}
