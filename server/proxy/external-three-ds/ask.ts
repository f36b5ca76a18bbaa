import { ProxyError } from '#contract/proxy-errors.ts'
import { withTimeout } from '#ports/with-timeout.ts'
import { lineOf } from '../http/log.ts'
import type { Authenticate, PaymentToAuthenticate } from './authenticate.ts'
import type { ProxyContext } from '../proxy-context.ts'
import { readAnswer, type ReadAnswer } from './answers.ts'

/** Milliseconds; the form waits thirty seconds for the whole payment. */
export const AUTHENTICATE_TIMEOUT = 15_000

/** Calls the merchant's code. Throws `gateway_unreachable` when its answer is not usable; nothing has been sent then. */
export async function ask(
  { clock, log, journal, config }: Pick<ProxyContext, 'clock' | 'log' | 'journal' | 'config'>,
  authenticate: Authenticate,
  payment: Omit<PaymentToAuthenticate, 'signal'>,
): Promise<ReadAnswer> {
  const { orderNumber: order, ended } = payment
  const late = (): never => {
    throw new Late()
  }
  try {
    const call = async (signal: AbortSignal) => authenticate({ ...payment, signal })
    const answer = await withTimeout(clock, AUTHENTICATE_TIMEOUT, call, late)
    const read = readAnswer(answer, { ended, http: config.gateway.isLoopback })
    const detail = 'problem' in read ? read.problem : summaryOf(read)
    journal.note({ from: 'proxy', to: 'shop', what: 'authenticate', order, detail })
    if (!('problem' in read)) return read
    log.error({ op: 'authenticate', order, code: 'answer_refused', message: read.problem })
  } catch (error) {
    log.error({ op: 'authenticate', order, ...lineOf(error) })
  }
  throw new ProxyError('gateway_unreachable', 'The 3-D Secure server of the merchant gave no answer; nothing was sent.')
}

class Late extends Error {
  override readonly name = 'Late'
}

const summaryOf = (read: ReadAnswer): string => {
  if (read.kind === 'done') return `eci ${read.values.eci}`
  return read.kind === 'gateway' ? 'left to the gateway' : read.kind
}
