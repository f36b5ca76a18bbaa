import type { CodeStep } from '#contract/checkout.ts'
import { BANK_PAGE } from '#contract/methods/methods.ts'
import { orderStatus } from '#server-contract/gateway/orders.ts'
import { openedPage } from '../../store/form-urls.ts'
import type { LiveCode } from '../../store/code-memory.ts'
import { sharedFor } from '../../store/one-at-a-time.ts'
import { offPageMethods } from '../../methods/codes.ts'
import type { CodeState } from '../../methods/code-method.ts'
import type { ProxyContext } from '../../proxy-context.ts'
import { isOpen, isUndecided, type OrderAttempt } from '../attempts.ts'
import { readAttempt, readAttemptsShared, type AttemptsContext } from '../read/attempts.ts'

/** What a live code is followed with. */
export type CodeContext = AttemptsContext & Pick<ProxyContext, 'locks' | 'clock' | 'codes' | 'codeStates'>

/** An order that may still be paid by a code, or on the bank's page: nothing else may pay it meanwhile. */
export interface CodeReading {
  readonly attempts: readonly OrderAttempt[]
  /** The attempt that the code pays. */
  readonly attempt: OrderAttempt | undefined
  /** What the payer can do; absent where only time or the gateway can decide. */
  readonly step: CodeStep | undefined
}

/** Whether the code is taken back, unless a bank has accepted the payment. */
export type IsUnwanted = (attempt: OrderAttempt) => boolean

const wanted: IsUnwanted = () => false

type Codes = Pick<CodeContext, 'codes' | 'signer'>

/**
 * Where the store gives no answer, or one that others wrote there, the order's lock decides alone: it lasts as long as the
 * code.
 */
async function codeOf({ codes, signer }: Codes, orderNumber: string): Promise<LiveCode | undefined> {
  const code = await codes.read(orderNumber).catch(() => undefined)
  if (code?.method !== BANK_PAGE) return code
  const payload = openedPage(signer, code.orderId, code.payload)
  return payload === undefined ? undefined : { ...code, payload }
}

/** Whether the order had a code that may be paid, when it was last read. */
export const hasCode = async (proxy: Codes, orderNumber: string): Promise<boolean> =>
  (await codeOf(proxy, orderNumber)) !== undefined

/**
 * Reads what has become of the order's live code; `undefined` where it has none, or none any more: then the order's lock
 * is free, and its status says what was paid. A code whose time is over is taken back.
 */
export async function followCode(
  proxy: CodeContext,
  orderNumber: string,
  isUnwanted = wanted,
): Promise<CodeReading | undefined> {
  const code = await codeOf(proxy, orderNumber)
  if (!code) return undefined
  const given = { orderNumber, code }
  const isLeft = (one: OrderAttempt | undefined): boolean =>
    one !== undefined && isPayable(one) && (isOver(proxy, code) || isUnwanted(one))
  const last = takeBack.last(proxy, given)
  if (isLeft(last?.attempt)) return last
  const { attempts, attempt } = withAttempt(await readAttemptsShared(proxy, orderNumber), code)
  if (!attempt) return { attempts, attempt, step: undefined }
  if (!mayBePaid(attempt)) return forget(proxy, orderNumber, code)
  if (isLeft(attempt)) return takeBack.call(proxy, given)
  const { state, isNew } = await stateOf(proxy, code)
  if (state === 'ended') return forget(proxy, orderNumber, code)
  if (isPayable(attempt)) return { attempts, attempt, step: stepOf(proxy, code, state) }
  // A closed order is paid only by a transfer that is under way.
  return state === 'open' && isNew ? forget(proxy, orderNumber, code) : { attempts, attempt, step: undefined }
}

const isOver = ({ clock }: Pick<CodeContext, 'clock'>, { until }: LiveCode): boolean => until <= clock.now()

/** Whether the payer may be paying: on the bank's page the payer's bank may ask for a confirmation, too. */
const isPayable = (attempt: OrderAttempt): boolean =>
  isOpen(attempt) || attempt.status.orderStatus === orderStatus.authenticating

const mayBePaid = (attempt: OrderAttempt): boolean => isPayable(attempt) || isUndecided(attempt)

const withAttempt = (attempts: readonly OrderAttempt[], { number }: LiveCode) => ({
  attempts,
  attempt: attempts.find((one) => one.number === number),
})

/** Milliseconds between two questions about a code, and between two tries to take it back. */
const INTERVAL = 2000

/** The state of a code, asked for now and then; a question that fails changes nothing. */
async function stateOf(
  proxy: CodeContext,
  code: LiveCode,
): Promise<{ readonly state: CodeState; readonly isNew: boolean }> {
  const { codeStates, clock } = proxy
  const last = codeStates.get(code.id)
  const known = lastStateOf(proxy, code)
  if (last && clock.now() - last.at < INTERVAL) return { state: known, isNew: false }
  remember(proxy, code, known)
  const read = await ask(proxy, code)
  return { state: read ?? known, isNew: read !== undefined }
}

const lastStateOf = ({ codeStates }: Pick<CodeContext, 'codeStates'>, { id, payload }: LiveCode): CodeState =>
  codeStates.get(id)?.state ?? (payload === undefined ? 'accepted' : 'open')

type Asked = Pick<LiveCode, 'method' | 'id' | 'orderId' | 'number'>
type AskContext = AttemptsContext & Pick<CodeContext, 'codeStates' | 'clock'>

async function ask(proxy: AskContext, code: Asked): Promise<CodeState | undefined> {
  const method = offPageMethods[code.method]
  const state = await ('isPage' in method ? stateOfPage(proxy, code) : method.stateOf(proxy.gateway, code))
  if (state) remember(proxy, code, state)
  return state
}

/** The order's status says what has become of its page. */
async function stateOfPage(proxy: AskContext, { number }: Asked): Promise<CodeState | undefined> {
  const attempt = await readAttempt(proxy, number).catch(() => undefined)
  return attempt && (isPayable(attempt) ? 'open' : 'ended')
}

function remember(
  { codeStates, clock }: Pick<AskContext, 'codeStates' | 'clock'>,
  { id }: Asked,
  state: CodeState,
): void {
  codeStates.set(id, { at: clock.now(), state })
}

/** Frees the order's lock. */
async function forget(proxy: CodeContext, orderNumber: string, code: LiveCode): Promise<undefined> {
  await proxy.locks.release(orderNumber, code.nonce).catch(() => {}) // an unreleased lock expires
  await proxy.codes.forget(orderNumber, code).catch(() => {}) // a code that is over is found out again
  proxy.codeStates.delete(code.id)
  return undefined
}

/**
 * Takes back a code that no bank has accepted. While its state does not say that it is taken back, the order stays
 * locked.
 */
const takeBack = sharedFor(
  INTERVAL,
  async (proxy: CodeContext, { orderNumber, code }: FollowedCode): Promise<CodeReading | undefined> => {
    const before = await ask(proxy, code)
    const state = before === 'open' ? await takeCodeBack(proxy, code) : before
    const reading = withAttempt(await readAttemptsShared(proxy, orderNumber), code)
    const { attempt } = reading
    if (state === 'ended' || (attempt && !mayBePaid(attempt))) return forget(proxy, orderNumber, code)
    const isShown = !isOver(proxy, code) && (before !== 'open' || state === 'accepted')
    const step = isShown ? stepOf(proxy, code, lastStateOf(proxy, code)) : undefined
    if (before === 'open' && state !== 'accepted') proxy.codeStates.delete(code.id) // the next read asks again
    return { ...reading, step }
  },
  ({ code }) => code.nonce,
)

interface FollowedCode {
  readonly orderNumber: string
  readonly code: LiveCode
}

/**
 * Asks for a code to be taken back, and then for its state, which alone says whether it is: a gateway may answer so
 * although a bank has accepted the payment meanwhile.
 */
export async function takeCodeBack(proxy: AskContext, code: Asked): Promise<CodeState | undefined> {
  await offPageMethods[code.method].takeBack(proxy.gateway, code)
  return ask(proxy, code)
}

/** The step of a code that may be paid. */
export function stepOf(
  { clock }: Pick<CodeContext, 'clock'>,
  { method, payload, until }: LiveCode,
  state: CodeState,
): CodeStep {
  const accepted = state === 'accepted'
  return {
    kind: 'code',
    method,
    ...(!accepted && payload !== undefined && { payload }),
    remainingMs: Math.max(0, until - clock.now()),
    accepted,
  }
}
