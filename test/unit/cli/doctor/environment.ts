import { randomBytes } from 'node:crypto'

/** A random secret, as `openssl rand -base64 32` makes it. */
export const secret = (): string => randomBytes(32).toString('base64')

/** Variables without an error, of a proxy and a gateway that are nowhere. */
export const environment = {
  TENDER_PUBLIC_URL: 'http://localhost:9',
  TENDER_SHOP_ORIGINS: 'http://localhost:9',
  TENDER_GATEWAY_URL: 'http://localhost:9',
  TENDER_GATEWAY_USERNAME: 'shop-api',
  TENDER_GATEWAY_PASSWORD: 'canary-password',
  TENDER_TICKET_SECRET: `${secret()}a1B`,
  TENDER_SIGNING_SECRET: `${secret()}a1B`,
} as const
