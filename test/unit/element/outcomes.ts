import type { CodeStep, Outcome, Step } from '#contract/checkout.ts'

/** Fields of every outcome of the tests' order. */
export const facts = { orderNumber: 'A-1001', orderId: 'b8f5', amount: 129_900, currency: '643' }

export const methodStep = {
  kind: 'method',
  methodUrl: 'https://acs.example/method',
  methodData: 'e30',
  nonce: 'method-1',
  continuation: 'on-1',
} as const satisfies Step
export const challengeStep = {
  kind: 'challenge',
  acsUrl: 'https://acs.example/challenge',
  creq: 'eyJ9',
  nonce: 'challenge-1',
  redirectUrl: 'https://gateway.example/acsRedirect.do?orderId=b8f5',
} as const satisfies Step
export const resumeStep = {
  kind: 'resume',
  nonce: 'challenge-1',
  redirectUrl: 'https://gateway.example/acsRedirect.do?orderId=b8f5',
} as const satisfies Step
export const redirectStep = {
  kind: 'redirect',
  redirectUrl: 'https://gateway.example/acsRedirect.do?orderId=b8f5',
} as const satisfies Step

export const codeStep = {
  kind: 'code',
  method: 'sbp',
  payload: 'https://qr.nspk.ru/AS10003P3RH0LJ2A9ROO038L6NT5RU1M?type=02&bank=000000000001&sum=129900&cur=RUB&crc=F3D0',
  remainingMs: 1_200_000,
  accepted: false,
} as const satisfies Step

const authenticate = (step: Step): Outcome => ({ state: 'authenticate', ...facts, step })

/** An outcome with a code that differs from the others'. */
export const coded = (fields: Partial<CodeStep>): Outcome => authenticate({ ...codeStep, ...fields })

export const outcomes = {
  open: { state: 'open', ...facts },
  paid: { state: 'paid', ...facts },
  held: { state: 'held', ...facts },
  verified: { state: 'verified', ...facts },
  refunded: { state: 'refunded', ...facts, refundedAmount: 29_900 },
  pending: { state: 'pending', ...facts },
  declined: { state: 'declined', ...facts, reason: 'insufficient_funds', code: 116, again: true },
  soft: { state: 'declined', ...facts, reason: 'insufficient_funds', code: 116, kind: 'soft', again: true },
  hard: { state: 'declined', ...facts, reason: 'card_expired', code: 101, kind: 'hard', again: true },
  final: { state: 'declined', ...facts, reason: 'attempts_used_up', code: -2013, again: false },
  expired: { state: 'declined', ...facts, reason: 'order_expired', code: -2007, again: true },
  cancelled: { state: 'cancelled', ...facts, reason: 'cancelled', again: true },
  method: authenticate(methodStep),
  challenge: authenticate(challengeStep),
  resume: authenticate(resumeStep),
  redirect: authenticate(redirectStep),
  code: coded({}),
  accepted: authenticate({ kind: 'code', method: 'sbp', remainingMs: 1_200_000, accepted: true }),
  over: coded({ remainingMs: 0 }),
} as const satisfies Record<string, Outcome>

/** An unsigned ticket: the element reads it without verifying it. */
export function ticketOf(claims: object): string {
  const part = (value: object): string => {
    const bytes = String.fromCharCode(...new TextEncoder().encode(JSON.stringify(value)))
    return btoa(bytes).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
  }
  return `${part({ alg: 'HS256' })}.${part(claims)}.c2lnbmF0dXJl`
}

const { orderId: _, ...claims } = facts
export const ticket = ticketOf(claims)
