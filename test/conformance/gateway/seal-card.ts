import { constants, createPublicKey, publicEncrypt } from 'node:crypto'

/** A card as typed, for a seToken. */
export interface TypedCard {
  readonly pan: string
  readonly expiry: string
  readonly cvc: string
}

/** The time and the id that a sealed text begins with; the time is later than any that a test's clock comes to. */
export const sealStamp = ['2099-05-01T12:00:00+00:00', '8f1a6c52-6e62-4e0b-9a34-2d0a1b3c4d5e'] as const

/** The plain text of a sealed card, with nothing after mdOrder; one without an order pays once, so that its id is new. */
export const plainText = ({ pan, cvc, expiry }: TypedCard, mdOrder: string): string =>
  [sealStamp[0], mdOrder ? sealStamp[1] : crypto.randomUUID(), pan, cvc, expiry, mdOrder].join('/')

/** Encrypts a text as the family's clients do: RSAES-PKCS1-v1_5 with the key's PEM, in Base64. */
export function sealText(text: string, pem: string): string {
  const body = pem.replace(/-----[A-Z ]+-----/g, '')
  const key = createPublicKey({ key: Buffer.from(body, 'base64'), format: 'der', type: 'spki' })
  return publicEncrypt({ key, padding: constants.RSA_PKCS1_PADDING }, Buffer.from(text)).toString('base64')
}
