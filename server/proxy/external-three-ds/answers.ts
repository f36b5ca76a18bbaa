import { isSafe } from '../config/origins.ts'
import {
  problemIn,
  type Authenticated,
  type AuthenticationAnswer,
  type ChallengeNeeded,
  type EndedStep,
  type MethodNeeded,
  type ThreeDsValues,
} from './authenticate.ts'

/** An answer of the merchant's server that keeps all rules. */
export type ReadAnswer =
  | Pick<MethodNeeded, keyof MethodNeeded>
  | ChallengeNeeded
  | { readonly kind: 'done'; readonly values: ThreeDsValues }
  | { readonly kind: 'refused' }
  | { readonly kind: 'gateway' }

/** An answer that breaks a rule: a sentence that quotes nothing of it. */
export interface WrongAnswer {
  readonly problem: string
}

/** What an answer is checked against. */
export interface AnswerContext {
  /** The step that has ended; absent in the first call. */
  readonly ended: EndedStep | undefined
  /** Whether addresses on this machine may be http. */
  readonly http: boolean
}

type Kind = ReadAnswer['kind']

/** The answers that may follow each step: those of EMV 3-D Secure, where nothing is done twice. */
const following: Readonly<Record<'nothing' | EndedStep['kind'], readonly Kind[]>> = {
  nothing: ['method', 'challenge', 'done', 'refused', 'gateway'],
  method: ['challenge', 'done', 'refused'],
  challenge: ['done', 'refused'],
}

/** Reads an answer of the merchant's code, which may be anything. */
export function readAnswer(answer: AuthenticationAnswer, context: AnswerContext): ReadAnswer | WrongAnswer {
  const read = answer === undefined ? ({ kind: 'gateway' } as const) : readGiven(answer, context)
  if ('problem' in read) return read
  const { ended } = context
  const before = ended?.kind ?? 'nothing'
  if (!following[before].includes(read.kind)) return { problem: `${read.kind} must not follow ${before}` }
  if (ended && 'transactionId' in read && read.transactionId !== ended.transactionId)
    return { problem: `transactionId must be that of the ${before}` }
  return read
}

function readGiven(answer: unknown, { http }: AnswerContext): ReadAnswer | WrongAnswer {
  if (typeof answer !== 'object' || answer === null) return { problem: 'the answer must be an object or undefined' }
  const given = answer as Partial<Record<string, unknown>>
  if (given['declined'] === true || given['kind'] === 'refused') return { kind: 'refused' }
  if (given['kind'] === 'method') return readStep(given, methodRules, http)
  if (given['kind'] === 'challenge') return readStep(given, challengeRules, http)
  if (given['kind'] === undefined || given['kind'] === 'done') return readDone(given as Partial<Authenticated>)
  return { problem: 'kind must be method, challenge, done or refused' }
}

type IsKept = (value: string, http: boolean) => boolean
type StepRules = Readonly<Record<string, readonly [rule: string, isKept: IsKept]>>

const transactionId = [
  'must have 1 to 36 letters, digits, _ or -',
  (text) => /^[\w-]{1,36}$/.test(text),
] as const satisfies [string, IsKept]
const address = [
  'must be an https address',
  (text, http) => text.length <= 512 && isSafe(text, http),
] as const satisfies [string, IsKept]
const base64 = (most: number) =>
  [
    `must be Base64 of 1 to ${most} characters`,
    (text: string) => text.length <= most && /^[\w+/-]+={0,2}$/.test(text),
  ] as const

const methodRules: StepRules = { transactionId, threeDSMethodURL: address, threeDSMethodData: base64(1024) }
const challengeRules: StepRules = { transactionId, acsUrl: address, creq: base64(2048) }

/** The members that the rules name, and no others. */
function readStep(given: Partial<Record<string, unknown>>, rules: StepRules, http: boolean): ReadAnswer | WrongAnswer {
  const members: Record<string, unknown> = { kind: given['kind'] }
  for (const [name, [rule, isKept]] of Object.entries(rules)) {
    const value = given[name]
    if (typeof value !== 'string' || !isKept(value, http)) return { problem: `${name} ${rule}` }
    members[name] = value
  }
  return members as unknown as MethodNeeded | ChallengeNeeded
}

/** Final results of EMV 3-D Secure with which a payment may be made; with N and R it may not. */
const payable = new Set<unknown>([undefined, 'Y', 'A', 'U', 'I'])
const refusing = new Set<unknown>(['N', 'R'])

function readDone(given: Partial<Authenticated>): ReadAnswer | WrongAnswer {
  if (refusing.has(given.transStatus)) return { kind: 'refused' }
  if (!payable.has(given.transStatus)) return { problem: 'transStatus must be Y, A, U, I, N or R' }
  const values: Record<string, unknown> = { eci: given.eci, threeDsType: given.threeDsType }
  for (const [name, inEmv] of names) {
    const [value = given[inEmv], other = value] = [given[name], given[inEmv]]
    if (value !== other) return { problem: `${name} and ${inEmv} must be the same` }
    values[name] = value
  }
  const problem = problemIn(values as unknown as ThreeDsValues)
  return problem === undefined ? { kind: 'done', values: values as unknown as ThreeDsValues } : { problem }
}

/** The gateway's names (online gateway 4.4), and those of EMV 3-D Secure. */
const names = [
  ['cavv', 'authenticationValue'],
  ['xid', 'dsTransID'],
  ['threeDSProtocolVersion', 'messageVersion'],
] as const
