/** The state of a one-time code; an immutable value. */
export interface Challenge {
  /** Six digits. */
  readonly code: string
  /** Wrong codes so far. */
  readonly wrong: number
  /** Codes sent after the first. */
  readonly resends: number
  /** Answers so far: the protocol's interactionCounter. */
  readonly interactions: number
}

export type Outcome = 'confirmed' | 'failed' | 'cancelled' | 'timed-out'

/** The message that the challenge page shows. */
export type Notice = 'wrong' | 'missing' | 'resent' | 'no-resend'

export type Answer =
  | { readonly kind: 'code'; readonly code: string | undefined }
  /** `code` is the new code to send, if another one is allowed. */
  | { readonly kind: 'resend'; readonly code: string }
  | { readonly kind: 'cancel' }

/** Wrong codes after which a challenge fails. */
export const MAX_WRONG_CODES = 3
/** How often a new code may be requested. */
const RESENDS = 3

export const begin = (code: string): Challenge => ({ code, wrong: 0, resends: 0, interactions: 0 })

/** Applies one answer: an `outcome` ends the challenge, a `notice` is shown when the page is shown again. */
export function take(before: Challenge, answer: Answer): { challenge: Challenge; notice?: Notice; outcome?: Outcome } {
  const challenge = { ...before, interactions: before.interactions + 1 }
  if (answer.kind === 'cancel') return { challenge, outcome: 'cancelled' }
  if (answer.kind === 'resend') return resend(challenge, answer.code)
  if (!answer.code) return { challenge, notice: 'missing' }
  if (answer.code === challenge.code) return { challenge, outcome: 'confirmed' }
  const wrong = challenge.wrong + 1
  return {
    challenge: { ...challenge, wrong },
    ...(wrong < MAX_WRONG_CODES ? { notice: 'wrong' } : { outcome: 'failed' }),
  }
}

function resend(challenge: Challenge, code: string): { challenge: Challenge; notice: Notice } {
  if (challenge.resends >= RESENDS) return { challenge, notice: 'no-resend' }
  return { challenge: { ...challenge, code, resends: challenge.resends + 1 }, notice: 'resent' }
}

/** Six decimal digits out of six random bytes. */
export const codeFrom = (bytes: Uint8Array): string =>
  String(Buffer.from(bytes).readUIntBE(0, 6) % 1_000_000).padStart(6, '0')

/** Normalises a typed code: removes spaces, converts Arabic-Indic and Persian digits. */
export const typed = (code: string): string =>
  code.replace(/\s/g, '').replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) & 15))
