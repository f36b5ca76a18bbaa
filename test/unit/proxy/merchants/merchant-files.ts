import { createHash } from 'node:crypto'
import { readMerchant, type Merchant, type MerchantReading } from '#proxy/merchants/merchant-file.ts'

/** A secret of its own for each text. */
export const secretOf = (text: string): string => createHash('sha256').update(text).digest('base64')

export const fileOf = (name: string, more = '', host = `pay.${name}.shop`): string =>
  `TENDER_PUBLIC_URL=https://${host}
TENDER_SHOP_ORIGINS=https://${name}.shop
TENDER_GATEWAY_URL=https://gateway.bank
TENDER_GATEWAY_USERNAME=${name}-api
TENDER_GATEWAY_PASSWORD=pass-of-${name}
TENDER_TICKET_SECRET=${secretOf(name)}
${more}`

export const readingOf = (name: string, more?: string, host?: string): MerchantReading =>
  readMerchant(name, fileOf(name, more, host), {})

export const merchantOf = (name: string, more?: string, host?: string): Merchant =>
  readingOf(name, more, host).merchant!
