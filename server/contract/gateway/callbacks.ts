import * as z from 'zod/mini'
import { digits, text } from '#contract/fields.ts'

/**
 * The events of a callback; which ones there are is the specification's (online gateway 6), their names are the
 * family's.
 */
const callbackOperations = [
  'approved',
  'deposited',
  'reversed',
  'refunded',
  'declinedByTimeout',
  'declinedCardPresent',
  'bindingCreated',
  'bindingActivityChanged',
] as const

/**
 * The parameters of a callback notification (family), all of them text: the query of a GET, or the form of a POST. A
 * gateway may be configured to send more, so unknown ones are kept; the checksum covers them too.
 */
export const Callback = z.looseObject({
  /** The gateway's orderId; absent in events of a binding. */
  mdOrder: z.optional(text(1, 36)),
  orderNumber: z.optional(text(1, 36)),
  operation: z.enum(callbackOperations),
  /** `1`: the operation was done; `0`: it failed. */
  status: z.enum(['0', '1']),
  /** Java's text of a date, such as `Mon Jan 31 21:46:52 UTC 2022`. */
  callbackCreationDate: z.optional(z.string()),
  /** The amount of the order, in minor units. */
  amount: z.optional(digits(1, 12)),
  actionCode: z.optional(z.string().check(z.regex(/^-?\d+$/, 'a whole number'))),
  paymentState: z.optional(z.string()),
  clientId: z.optional(text(0, 255)),
  bindingId: z.optional(text(1, 255)),
  /** Whether the binding is active. */
  enabled: z.optional(z.enum(['true', 'false'])),
  maskedPan: z.optional(z.string()),
  /** The name of the key pair, where the checksum is a signature. */
  sign_alias: z.optional(z.string()),
  /** Upper-case hex: HMAC-SHA256, or RSA PKCS#1 v1.5 with SHA-512, over {@link stringToSign}. */
  checksum: z.optional(z.string().check(z.regex(/^[0-9A-F]+$/, 'upper-case hex'))),
})
export type Callback = z.infer<typeof Callback>

const unsigned: ReadonlySet<string> = new Set(['checksum', 'sign_alias'])

/**
 * The text that the checksum of a callback covers: `name;value;` for each parameter but the checksum's own, sorted by
 * name (family).
 */
export const stringToSign = (fields: Readonly<Record<string, string>>): string =>
  Object.keys(fields)
    .filter((name) => !unsigned.has(name.toLowerCase()))
    .toSorted()
    .map((name) => `${name};${fields[name]};`)
    .join('')
