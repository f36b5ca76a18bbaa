import * as z from 'zod/mini'
import { day, integer, phone, text } from '#contract/fields.ts'
import { billingPayerData } from '#contract/billing.ts'
import { family } from './marks.ts'

const isAddress = (value: string): boolean =>
  value.includes(':') ? URL.canParse(`http://[${value}]`) : z.safeParse(z.ipv4(), value).success

/** The payer's IP address: IPv4, or IPv6 without a zone (online gateway 4.1). */
export const ip = text(1, 39).check(z.refine(isAddress, 'an IPv4 or IPv6 address'))

/** Sent as 01, 02 …; the specification gives the type, and no list of values (online gateway 2.4). */
const indicator = integer(2)

/** Shipping address and delivery risk data (online gateway 2.4). */
export const shippingPayerData = z.object({
  shippingCity: z.optional(text(1, 50)),
  shippingCountry: z.optional(text(1, 50)),
  shippingAddressLine1: z.optional(text(1, 50)),
  shippingAddressLine2: z.optional(text(1, 50)),
  shippingAddressLine3: z.optional(text(1, 50)),
  shippingPostalCode: z.optional(text(1, 16)),
  shippingState: z.optional(text(1, 50)),
  shippingMethodIndicator: z.optional(indicator),
  deliveryTimeframe: z.optional(indicator),
  deliveryEmail: z.optional(text(1, 254)),
})

/** Pre-order risk data (online gateway 2.4). */
export const preOrderPayerData = z.object({
  preOrderDate: z.optional(day),
  preOrderPurchaseInd: z.optional(indicator),
  reorderItemsInd: z.optional(indicator),
})

/** The payer's phones (online gateway 2.4). */
export const orderPayerData = z.object({
  homePhone: z.optional(phone),
  workPhone: z.optional(phone),
  mobilePhone: z.optional(phone),
})

/** The shopper's browser data for 3-D Secure (online gateway 2.4). */
export const clientBrowserInfo = z.object({
  userAgent: z.optional(text(1, 2048)),
  OS: z.optional(z.string()),
  OSVersion: z.optional(z.string()),
  browserAcceptHeader: z.optional(text(1, 2048)),
  browserIpAddress: z.optional(text(1, 45)),
  browserLanguage: z.optional(text(1, 8)),
  browserTimeZone: z.optional(z.string()),
  browserTimeZoneOffset: z.optional(text(1, 5)),
  colorDepth: z.optional(text(1, 2)),
  fingerprint: z.optional(z.string()),
  plugins: z.optional(z.string()),
  screenPrint: z.optional(z.string()),
  device: z.optional(z.string()),
  deviceType: z.optional(z.string()),
  isMobile: z.optional(z.boolean()),
  javaEnabled: z.optional(z.boolean()),
  javascriptEnabled: z.optional(z.boolean()),
  screenHeight: z.optional(integer(6)),
  screenWidth: z.optional(integer(6)),
})

/** The payer blocks, all optional. */
const payerData = {
  billingPayerData: z.optional(billingPayerData),
  shippingPayerData: z.optional(shippingPayerData),
  preOrderPayerData: z.optional(preOrderPayerData),
  orderPayerData: z.optional(orderPayerData),
}

/** Whether the two addresses are the same: Y or N (family); the specification shows no list. */
export const addressMatch = text(1, 1)

/** The payer blocks with the indicator of their addresses, on registration and payment requests. */
export const payerBlocks = { ...payerData, billingAndShippingAddressMatchIndicator: z.optional(addressMatch) }

/** The payer's blocks of operations for which the specification shows the blocks without the indicator. */
export const payerBlocksAlone = {
  ...payerData,
  billingAndShippingAddressMatchIndicator: family(
    z.optional(addressMatch),
    'Not shown for this operation; taken as in register.do',
  ),
}
