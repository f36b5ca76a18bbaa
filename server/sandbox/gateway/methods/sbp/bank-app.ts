import { actionCode } from '#server-contract/gateway/action-codes.ts'
import type { GatewayContext } from '../../context.ts'
import { totalOf, type Order, type OrderUpdate } from '../../orders/order.ts'
import type { AccountTable } from './accounts.ts'
import type { Bank } from './banks.ts'
import { isOpen, paidBy, statusOf, type CodeTable, type QrCode } from './codes.ts'

/** What a bank's app works with. */
export interface BankAppContext {
  readonly context: GatewayContext
  readonly codes: CodeTable
  readonly accounts: AccountTable
}

/** What a payer does with an open code in the app of a bank. */
type Act = (app: BankAppContext, code: QrCode, bank: Bank) => void

/**
 * `confirm`: the bank sends the money. `wait`: the bank accepts the payment, and takes its time. `decline`: the payment
 * is refused, which ends the order, unless the merchant has taken the code back.
 */
export const acts: Readonly<Record<'confirm' | 'wait' | 'decline', Act>> = {
  confirm,
  wait: ({ codes }, code, { id }) => void codes.keep({ ...code, acceptedBy: id }),
  decline({ context, codes }, code) {
    codes.keep({ ...code, decision: 'declined' })
    if (!code.takenBack) refuse(context, code.orderId, actionCode.payerLeft)
  },
}

function confirm(app: BankAppContext, code: QrCode, bank: Bank): void {
  const { context, codes } = app
  const order = context.orders.byId(code.orderId)!
  const { bankApp, declineWith } = context.switches.read(order.number)
  if (bankApp === 'expires')
    return void context.orders.move(order.id, 'expired', { actionCode: actionCode.sessionExpired })
  codes.keep({ ...code, decision: 'sent' })
  if (declineWith) return refuse(context, order.id, declineWith)
  send(app, code, order, bank)
  if (bankApp === 'pays-twice') send(app, code, order, bank)
}

function refuse({ orders }: GatewayContext, orderId: string, why: number): void {
  if (orders.move(orderId, 'taken')) orders.move(orderId, 'refused', { actionCode: why })
}

/** Sends the money to an order; it comes back at once where the order is not open, or is being paid so already. */
function send(app: BankAppContext, code: QrCode, { id, number, currency }: Order, { name }: Bank): void {
  const { orders, clock, switches, journal } = app.context
  const order = orders.byId(id)!
  const at = clock.now() + switches.read(number).transferDelay
  const isSent =
    !order.transfer && orders.move(id, 'sent', { transfer: { at, update: paidAt(app, code, order, name, at) } })
  const detail = `${totalOf(order)} ${currency} of ${name}${isSent ? '' : ', given back'}`
  journal.note({ from: 'issuer', to: 'gateway', what: 'transfer', order: id, detail })
  // Applies the transfer at once, where it needs no time.
  orders.byId(id)
}

/** What the transfer makes of its order when it arrives. */
function paidAt(app: BankAppContext, code: QrCode, order: Order, bankName: string, at: number): OrderUpdate {
  return {
    actionCode: actionCode.success,
    method: 'SBP_C2B',
    attributes: { qrcId: code.id },
    authorisation: { at },
    depositedAt: at,
    card: undefined,
    secure: undefined,
    tii: undefined,
    storing: undefined,
    binding: code.subscribes ? accountOf(app, order, bankName, at) : undefined,
  }
}

/** The binding of the payer's account: the one that the client has at this bank, or a new one. */
function accountOf({ context, accounts }: BankAppContext, order: Order, bankName: string, createdAt: number): string {
  const { merchant, clientId = '', id: orderId } = order
  const known = accounts.of(merchant, clientId).find((one) => one.active && one.bankName === bankName)
  const made = { id: context.random.uuid(), merchant, clientId, orderId, bankName, createdAt, active: true }
  return (known ?? accounts.keep(made)).id
}

/** What the app shows of a code. */
export type View = 'open' | 'sending' | 'paid' | 'declined' | 'returned' | 'gone'

export function viewOf(code: QrCode, order: Order): View {
  const status = statusOf(code, order)
  if (status === 'ACCEPTED') return 'paid'
  if (code.decision === 'declined') return 'declined'
  if (code.decision === 'sent') return isUnderWay(code, order) ? 'paid' : 'returned'
  if (code.acceptedBy !== undefined) return 'sending'
  return status === 'STARTED' ? 'open' : 'gone'
}

const isUnderWay = ({ id }: QrCode, order: Order): boolean =>
  isOpen(order) && paidBy(order.transfer?.update.attributes) === id
