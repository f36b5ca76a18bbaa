import * as z from 'zod/mini'

/** EMV 3-D Secure 2 messages, as far as a browser payment needs them; members keep the protocol's spelling. */
export const MethodData = z.object({
  threeDSServerTransID: z.string(),
  threeDSMethodNotificationURL: z.optional(z.string()),
})

/** The versions of the protocol (online gateway 4.4, threeDSProtocolVersion), the newest last. */
export const messageVersions = ['2.1.0', '2.2.0'] as const

const messageVersion = z.enum(messageVersions)

/**
 * The 3DS server's request to the access server to authenticate a payment, as the directory server passes it on;
 * `purchaseAmount` is minor units as text. What EMV 3DS requires and the access server does not read is left out.
 */
export const AReq = z.object({
  messageType: z.literal('AReq'),
  messageVersion,
  /** `02` is a browser. */
  deviceChannel: z.optional(z.string()),
  /** `01` is a payment. */
  messageCategory: z.optional(z.string()),
  threeDSServerTransID: z.string(),
  threeDSServerURL: z.string(),
  /** The directory server's; a message without it came here directly. */
  dsTransID: z.optional(z.string()),
  dsReferenceNumber: z.optional(z.string()),
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
  messageVersion,
  threeDSServerTransID: z.string(),
  acsTransID: z.string(),
  acsReferenceNumber: z.string(),
  acsOperatorID: z.optional(z.string()),
  dsTransID: z.string(),
  dsReferenceNumber: z.string(),
  transStatus: TransStatus,
  /** With N, U and R. */
  transStatusReason: z.optional(z.string()),
  /** With C, as the next two: where the browser posts the CReq, and how the cardholder authenticates there. */
  acsURL: z.optional(z.string()),
  acsChallengeMandated: z.optional(z.enum(['Y', 'N'])),
  /** `01` static, `02` dynamic, `03` out of band. */
  authenticationType: z.optional(z.string()),
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
  messageVersion,
  messageCategory: z.string(),
  threeDSServerTransID: z.string(),
  acsTransID: z.string(),
  dsTransID: z.string(),
  transStatus: TransStatus,
  /** With N, U and R. */
  transStatusReason: z.optional(z.string()),
  /** With Y and N: how the cardholder authenticated. */
  authenticationType: z.optional(z.string()),
  /** `01` the cardholder cancelled, `04`/`05` timed out. */
  challengeCancel: z.optional(z.string()),
  /** Two digits. */
  interactionCounter: z.string(),
  eci: z.optional(z.string()),
  authenticationValue: z.optional(z.string()),
})
export type RReq = z.infer<typeof RReq>

export const RRes = z.object({
  messageType: z.literal('RRes'),
  messageVersion,
  threeDSServerTransID: z.string(),
  acsTransID: z.string(),
  dsTransID: z.string(),
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

/** The answer to a message that cannot be processed. */
export const Erro = z.object({
  messageType: z.literal('Erro'),
  messageVersion,
  errorCode: z.string(),
  /** Who found the error: the SDK, the 3DS server, the directory server or the access server. */
  errorComponent: z.enum(['C', 'S', 'D', 'A']),
  errorDescription: z.string(),
  errorDetail: z.string(),
  errorMessageType: z.optional(z.string()),
  threeDSServerTransID: z.optional(z.string()),
  acsTransID: z.optional(z.string()),
  dsTransID: z.optional(z.string()),
})
export type Erro = z.infer<typeof Erro>

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
