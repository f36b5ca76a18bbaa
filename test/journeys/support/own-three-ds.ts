import type { Authenticate, Authenticated, NotAuthenticated } from '../../../server/index.ts'
import type { Fixture } from './fixture.ts'

/** The app of the payer's bank, with the open challenges by order number. */
export interface App {
  /** Whether the challenge of an order is open. */
  asks(orderNumber: string): boolean
  confirm(orderNumber: string): void
  refuse(orderNumber: string): void
}

type Verdict = Authenticated | NotAuthenticated

/** The result of a decoupled challenge of VISA: a full authentication with its proof. */
export const confirmed = {
  eci: '05',
  cavv: 'AAABBBCCCDDDEEEFFFGGGHHHIII=',
  xid: 'of-the-own-server',
  threeDSProtocolVersion: '2.2.0',
  threeDsType: '3',
} as const satisfies Authenticated

/** Payments of an order that reached the gateway; they name it by its identifier there. */
export async function sentToGateway(fixture: Fixture, orderNumber: string): Promise<string[]> {
  const { attributes = [] } = await fixture.orderAt(orderNumber)
  const orderId = attributes.find(({ name }) => name === 'mdOrder')!.value
  return fixture.stack.journal
    .entries()
    .filter(({ from, to, order }) => from === 'proxy' && to === 'gateway' && order === orderId)
    .map(({ what }) => what)
    .filter((what) => what.startsWith('payment'))
}

/** The answers of the merchant's server about an order. */
export const answersTo = ({ stack }: Fixture, orderNumber: string): (string | undefined)[] =>
  stack.journal
    .entries()
    .filter(({ to, order, what }) => to === 'shop' && order === orderNumber && what === 'authenticate')
    .map(({ detail }) => detail)

/**
 * The merchant's own 3-D Secure server, whose challenges are decoupled: the bank asks the payer in its app while the
 * proxy waits. Cards for which `isOurs` is false are left to the gateway.
 */
export function ownServer(isOurs: (pan: string) => boolean): {
  readonly authenticate: Authenticate
  readonly app: App
} {
  const request = new Map<string, (verdict: Verdict) => void>()
  const answer = (orderNumber: string, verdict: Verdict): void => {
    request.get(orderNumber)!(verdict)
    request.delete(orderNumber)
  }
  return {
    authenticate: async ({ orderNumber, card, signal }) =>
      card.pan !== undefined && isOurs(card.pan)
        ? new Promise((resolve, reject) => {
            request.set(orderNumber, resolve)
            signal.addEventListener('abort', () => reject(new Error('Nobody waits any longer')))
          })
        : undefined,
    app: {
      asks: (orderNumber) => request.has(orderNumber),
      confirm: (orderNumber) => answer(orderNumber, confirmed),
      refuse: (orderNumber) => answer(orderNumber, { declined: true }),
    },
  }
}
