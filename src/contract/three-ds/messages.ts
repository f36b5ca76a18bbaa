import * as z from 'zod/mini'

/** EMV 3-D Secure 2 messages, as far as a browser payment needs them; members keep the protocol's spelling. */
export const MethodData = z.object({
  threeDSServerTransID: z.string(),
  threeDSMethodNotificationURL: z.optional(z.string()),
})

/** The 3DS server's request to the access server to authenticate a payment; `purchaseAmount` is minor units as text. */
export const AReq = z.object({
  messageType: z.literal('AReq'),
  messageVersion: z.string(),
  threeDSServerTransID: z.string(),
  threeDSServerURL: z.string(),
  acctNumber: z.string(),
  cardExpiryDate: z.optional(z.string()),
  purchaseAmount: z.string(),
  purchaseCurrency: z.string(),
  purchaseExponent: z.string(),
  merchantName: z.string(),
  /** Where the access server posts the CRes. */
  notificationURL: z.string(),
  threeDSCompInd: z.enum(['Y', 'N', 'U']),
  browserAcceptHeader: z.optional(z.string()),
  browserIP: z.optional(z.string()),
  browserLanguage: z.optional(z.string()),
  browserColorDepth: z.optional(z.string()),
  browserScreenHeight: z.optional(z.string()),
  browserScreenWidth: z.optional(z.string()),
  browserTZ: z.optional(z.string()),
  browserUserAgent: z.optional(z.string()),
  browserJavaEnabled: z.optional(z.boolean()),
  browserJavascriptEnabled: z.optional(z.boolean()),
})
export type AReq = z.infer<typeof AReq>

/** Y authenticated, N not, U could not, A attempt, C challenge required, R rejected. */
export const TransStatus = z.enum(['Y', 'N', 'U', 'A', 'C', 'R'])

export const ARes = z.object({
  messageType: z.literal('ARes'),
  messageVersion: z.string(),
  threeDSServerTransID: z.string(),
  acsTransID: z.string(),
  dsTransID: z.string(),
  transStatus: TransStatus,
  transStatusReason: z.optional(z.string()),
  acsURL: z.optional(z.string()),
  eci: z.optional(z.string()),
  /** Base64 of 20 bytes: the CAVV. */
  authenticationValue: z.optional(z.string()),
})
export type ARes = z.infer<typeof ARes>

export const CReq = z.object({
  messageType: z.literal('CReq'),
  messageVersion: z.string(),
  threeDSServerTransID: z.string(),
  acsTransID: z.string(),
  challengeWindowSize: z.enum(['01', '02', '03', '04', '05']),
})
export type CReq = z.infer<typeof CReq>

/** The result of a challenge, sent by the access server to the 3DS server before the browser returns. */
export const RReq = z.object({
  messageType: z.literal('RReq'),
  messageVersion: z.string(),
  threeDSServerTransID: z.string(),
  acsTransID: z.string(),
  dsTransID: z.string(),
  transStatus: TransStatus,
  transStatusReason: z.optional(z.string()),
  /** `01` the cardholder cancelled, `04`/`05` timed out. */
  challengeCancel: z.optional(z.string()),
  interactionCounter: z.string(),
  eci: z.optional(z.string()),
  authenticationValue: z.optional(z.string()),
})
export type RReq = z.infer<typeof RReq>

export const RRes = z.object({
  messageType: z.literal('RRes'),
  messageVersion: z.string(),
  threeDSServerTransID: z.string(),
  acsTransID: z.string(),
  resultsStatus: z.enum(['01', '02']),
})
export type RRes = z.infer<typeof RRes>

/** The result of a challenge as the browser carries it; unsigned, so only a hint. */
export const CRes = z.object({
  messageType: z.literal('CRes'),
  messageVersion: z.string(),
  threeDSServerTransID: z.string(),
  acsTransID: z.string(),
  transStatus: z.enum(['Y', 'N']),
  challengeCompletionInd: z.optional(z.string()),
})
export type CRes = z.infer<typeof CRes>

/** Packs a message as base64url of its UTF-8 JSON, without padding. */
export function pack(message: object): string {
  const bytes = new TextEncoder().encode(JSON.stringify(message))
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/={1,2}$/, '')
}

/** Unpacks either Base64 alphabet, padded or not; `undefined` when it is no message of that schema. */
export function unpack<S extends z.ZodMiniType>(schema: S, packed: string): z.infer<S> | undefined {
  try {
    const binary = atob(
      packed
        .replaceAll('-', '+')
        .replaceAll('_', '/')
        .replace(/={1,2}$/, ''),
    )
    const read = schema.safeParse(
      JSON.parse(new TextDecoder().decode(Uint8Array.from(binary, (char) => char.charCodeAt(0)))),
    )
    return read.success ? read.data : undefined
  } catch {
    return undefined
  }
}
