import type { CodeStep } from '#contract/checkout.ts'
import type { LiveCode } from '../../locks/code-memory.ts'
import { storeDown } from '../../locks/lock-store.ts'
import { codeMethods } from '../../methods/codes.ts'
import type { CodeState } from '../../methods/code-method.ts'
import type { ProxyContext } from '../../proxy-context.ts'
import {
  isOpen,
  isUndecided,
  readAttempts,
  readAttemptsShared,
  type AttemptsContext,
  type OrderAttempt,
} from '../attempts.ts'

/** What a live code is followed with. */
export type CodeContext = AttemptsContext & Pick<ProxyContext, 'locks' | 'clock' | 'codes' | 'codeStates'>

/** An order that may still be paid by a code: nothing else may pay it meanwhile. */
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

type Codes = Pick<CodeContext, 'config' | 'codes'>

const codeOf = async ({ config, codes }: Codes, orderNumber: string): Promise<LiveCode | undefined> =>
  config.codeMethods.length ? codes.read(orderNumber).catch(storeDown) : undefined

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
  const { attempts, attempt } = withAttempt(await readAttemptsShared(proxy, orderNumber), code)
  if (!attempt) return { attempts, attempt, step: undefined }
  if (!isUndecided(attempt)) return forget(proxy, orderNumber, code)
  const isOver = code.until <= proxy.clock.now()
  const isLeft = isOver || isUnwanted(attempt)
  const { state, isNew } = await stateOf(proxy, code, isLeft || !isOpen(attempt))
  if (state === 'ended') return forget(proxy, orderNumber, code)
  // A closed order is paid only by a transfer that is under way.
  if (!isOpen(attempt))
    return state === 'open' && isNew ? forget(proxy, orderNumber, code) : { attempts, attempt, step: undefined }
  if (state === 'open' && isLeft && isNew) return takeBack(proxy, orderNumber, code)
  return { attempts, attempt, step: isOver ? undefined : stepOf(proxy, code, state) }
}

const withAttempt = (attempts: readonly OrderAttempt[], { number }: LiveCode) => ({
  attempts,
  attempt: attempts.find((one) => one.number === number),
})

/** Milliseconds between two questions about a code. */
const INTERVAL = 2000

/** The state of a code, asked for now and then, or `now`; a question that fails changes nothing. */
async function stateOf(
  proxy: CodeContext,
  code: LiveCode,
  now: boolean,
): Promise<{ readonly state: CodeState; readonly isNew: boolean }> {
  const { codeStates, clock, gateway } = proxy
  const last = codeStates.get(code.id)
  const known = last?.state ?? (code.payload === undefined ? 'accepted' : 'open')
  if (!now && last && clock.now() - last.at < INTERVAL) return { state: known, isNew: false }
  remember(proxy, code, known)
  const read = await codeMethods[code.method].stateOf(gateway, code)
  if (read) remember(proxy, code, read)
  return { state: read ?? known, isNew: read !== undefined }
}

/** Codes of which this process remembers the state. */
const MAX_STATES = 10_000

function remember({ codeStates, clock }: CodeContext, { id }: LiveCode, state: CodeState): void {
  codeStates.set(id, { at: clock.now(), state })
  if (codeStates.size > MAX_STATES) codeStates.delete(codeStates.keys().next().value!)
}

/** Frees the order's lock. */
async function forget(proxy: CodeContext, orderNumber: string, code: LiveCode): Promise<undefined> {
  await proxy.locks.release(orderNumber, code.nonce).catch(() => {}) // an unreleased lock expires
  await proxy.codes.forget(orderNumber, code).catch(() => {}) // a code that is over is found out again
  proxy.codeStates.delete(code.id)
  return undefined
}

/** Only a definite answer, and the order's status after it, say that nothing is being paid by the code. */
async function takeBack(proxy: CodeContext, orderNumber: string, code: LiveCode): Promise<CodeReading | undefined> {
  const result = await codeMethods[code.method].takeBack(proxy.gateway, code)
  const reading = withAttempt(await readAttempts(proxy, orderNumber), code)
  const { attempt } = reading
  if (attempt && (result.kind === 'answered' || !isUndecided(attempt))) return forget(proxy, orderNumber, code)
  proxy.codeStates.delete(code.id)
  return { ...reading, step: undefined }
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
