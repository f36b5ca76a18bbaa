import { createCipheriv, createDecipheriv } from 'node:crypto'

/** The key that protects PIN blocks where a terminal has none of its own, as docs/sandbox/issuer.md publishes it. */
export const PUBLISHED_PIN_KEY = '0123456789ABCDEFFEDCBA9876543210'
const PUBLISHED_HOST_KEY = '08192A3B4C5D6E7F8091A2B3C4D5E6F7'

/** Encrypts whole blocks under a key of two or three parts, all in hexadecimal digits, as a terminal does. */
export const sealed = (key: string, clear: string): string => {
  const cipher = createCipheriv(algorithmFor(key), Buffer.from(key, 'hex'), null).setAutoPadding(false)
  return hex(Buffer.concat([cipher.update(clear, 'hex'), cipher.final()]))
}
export const opened = (key: string, block: string): string => {
  const cipher = createDecipheriv(algorithmFor(key), Buffer.from(key, 'hex'), null).setAutoPadding(false)
  return hex(Buffer.concat([cipher.update(block, 'hex'), cipher.final()]))
}
const algorithmFor = (key: string): string => (key.length === 32 ? 'des-ede' : 'des-ede3')
const hex = (bytes: Buffer): string => bytes.toString('hex').toUpperCase()

/** The master key of a host, made as docs/sandbox/issuer.md says. */
export function masterKey(hostId: number): string {
  const digits = String(hostId).padStart(16, '0')
  const complement = [...digits].map((digit) => (15 - Number(digit)).toString(16)).join('')
  const made = Buffer.from(sealed(PUBLISHED_HOST_KEY, digits + complement), 'hex')
  return hex(made.map((byte) => (onesIn(byte) % 2 ? byte : byte ^ 1)) as Buffer)
}
const onesIn = (byte: number): number => byte.toString(2).replaceAll('0', '').length

/** An ISO 9564 format 0 block. */
export function pinBlock(key: string, pin: string, cardNumber: string): string {
  const pinField = BigInt(`0x${`0${pin.length.toString(16)}${pin}`.padEnd(16, 'F')}`)
  const clear = (pinField ^ accountField(cardNumber)).toString(16).padStart(16, '0')
  return sealed(key, clear)
}

/** An ISO 9564 format 4 block, encrypted with AES. */
export function pinBlockOfFormat4(key: string, pin: string, cardNumber: string): string {
  const once = (block: string): string => {
    const cipher = createCipheriv('aes-128-ecb', Buffer.from(key, 'hex'), null).setAutoPadding(false)
    return hex(cipher.update(block, 'hex'))
  }
  const pinField = `4${pin.length.toString(16)}${pin}`.padEnd(16, 'A') + '0123456789ABCDEF'
  const accountField = `${(cardNumber.length - 12).toString(16)}${cardNumber}`.padEnd(32, '0')
  const mixed = BigInt(`0x${once(pinField)}`) ^ BigInt(`0x${accountField}`)
  return once(mixed.toString(16).padStart(32, '0'))
}

/** The PIN field of a block, with its padding. */
export const pinFieldOf = (key: string, block: string, cardNumber: string): string =>
  (BigInt(`0x${opened(key, block)}`) ^ accountField(cardNumber)).toString(16).toUpperCase().padStart(16, '0')

const accountField = (cardNumber: string): bigint => BigInt(`0x${cardNumber.slice(-13, -1)}`)
