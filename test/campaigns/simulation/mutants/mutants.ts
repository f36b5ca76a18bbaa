import { actionCode } from '#server-contract/gateway/action-codes.ts'
import type { OrderState } from '#server-contract/gateway/orders.ts'
import { NotDelivered } from '#gateway-client/delivery.ts'
import type { Clock } from '#contract/ports.ts'
import { follow } from '#element/state/checkout-state.ts'
import { memoryLocks, type LockStore } from '#proxy/locks/lock-store.ts'
import type { Plan } from '../plan.ts'
import type { Answer } from '../network/serve.ts'
import type { Mutant, Variant } from './variant.ts'

const money = /paymentorder\.do|paymentOrderBinding\.do|wallet[AB]\/payment\.do|motoPayment\.do|recurrentPayment\.do/

type Watch = (answer: Promise<Answer>, again: () => Promise<Answer>, clock: Clock) => Promise<Answer>

/** Changes the handling of payment requests and their answers. */
const watching =
  (receive: Watch) =>
  (clock: Clock): Variant => ({
    toGateway: (request, fetch) =>
      money.test(request.url) ? receive(fetch(request), () => fetch(request), clock) : fetch(request),
  })

const taking = (change: (locks: LockStore, clock: Clock) => Partial<LockStore>) => (): Variant => ({
  locks: (locks, clock) => Object.create(locks, Object.getOwnPropertyDescriptors(change(locks, clock))) as LockStore,
})

/** The order in an answer; an empty object when the answer is no JSON. */
function orderIn(body: string): { readonly orderNumber?: string; readonly date?: number } {
  try {
    return Object(JSON.parse(body)) as object
  } catch {
    return {}
  }
}

/** Treats an answer of such a status as a request that was not sent. */
async function unlessOf(answer: Promise<Answer>, isNotSent: (status: number) => boolean): Promise<Answer> {
  const { status, ...rest } = await answer
  if (isNotSent(status)) throw new NotDelivered(`HTTP ${status}`)
  return { status, ...rest }
}

const calm: Plan['rates'] = { browser: 0, gateway: 0, callback: 0, webhook: 0, bank: 0, store: 0, process: 0 }

/** The simplest payment, with all faults enabled: the gateway may also process what it answers with HTTP 429. */
const oneCard = {
  method: 'card',
  cards: ['plain', 'plain', 'plain'],
  overload: 'unknown',
  isEnabled: () => true,
} as const

/** A hold, and two workers of the merchant that change it at the same time. */
const oneHold = { ...oneCard, isTwoPhase: true, refund: undefined, otherTerms: undefined } as const
const calmHold = { tabs: [{ opensAt: 0, atBank: 'confirms', tries: 1 }], rates: calm, isChanged: false } as const

/** The simplest payment by a code. */
const oneCode = {
  ...oneCard,
  method: 'code',
  isTwoPhase: false,
  otherTerms: undefined,
  isChanged: false,
  ticketLifetime: 3600,
  orderLifetime: 300,
  tabs: [{ opensAt: 0, atBank: 'confirms', tries: 2 }],
} as const

/** Takes note of no cancellation. */
const forgetful = taking((locks) => ({
  take: async (key, ...rest) => key.startsWith('the cancellation of') || locks.take(key, ...rest),
}))

/** Answers of a gateway that has done what it was asked for. */
const done = (fields: object): Answer => ({ status: 200, body: JSON.stringify({ errorCode: '0', ...fields }) })

/** Takes an order for declined without asking the gateway for it. */
function notDeclining(): Variant {
  const declined = new Set<unknown>()
  return {
    async toGateway(request, fetch) {
      if (request.url.endsWith('/decline.do')) {
        declined.add(new URLSearchParams(request.body).get('orderId'))
        return done({})
      }
      const answer = await fetch(request)
      if (!request.url.endsWith('/getOrderStatusExtended.do')) return answer
      const status = orderIn(answer.body) as Partial<OrderState>
      const isGivenUp = status.attributes?.some(({ value }) => declined.has(value)) && status.orderStatus === 0
      const { declinedByMerchant } = actionCode
      return isGivenUp
        ? { ...answer, body: JSON.stringify({ ...status, orderStatus: 6, actionCode: declinedByMerchant }) }
        : answer
    },
  }
}

/** Takes a code for taken back once its reject is answered, and asks the gateway no more. */
const believing = (reject: NonNullable<Variant['toGateway']>) => (): Variant => {
  let isBelieved = false
  return {
    async toGateway(request, fetch, lifecycle) {
      if (isBelieved && request.url.endsWith('/status.do')) return done({ qrStatus: 'REJECTED_BY_USER' })
      if (!request.url.endsWith('/reject.do')) return fetch(request)
      const answer = await reject(request, fetch, lifecycle)
      isBelieved = true
      return answer
    },
  }
}

/** Milliseconds after which a naive client sends again. */
const NAIVE = 10_000

const sendingAgain: Watch = (answer, again, clock) =>
  Promise.race([answer, clock.sleep(NAIVE).then(again)]).catch(() => again())

/** Sends an operation again when no answer comes. */
const resending =
  (path: string) =>
  (clock: Clock): Variant => ({
    toGateway: (request, fetch) =>
      request.url.endsWith(path) ? sendingAgain(fetch(request), () => fetch(request), clock) : fetch(request),
  })

export const mutants: Readonly<Record<string, Mutant>> = {
  'retry on time-out': {
    what: 'sends a payment again when no answer comes',
    begin: watching(sendingAgain),
  },
  'retry of a wallet': {
    what: 'sends a wallet payment again when no answer comes',
    favoured: { ...oneCard, method: 'wallet', rates: { ...calm, gateway: 20_000 } },
    begin: watching(sendingAgain),
  },
  'retry of a mail order': {
    what: 'sends a mail or telephone order again when no answer comes',
    favoured: { ...oneCard, method: 'moto', rates: { ...calm, gateway: 20_000 } },
    begin: watching(sendingAgain),
  },
  'no lock': {
    what: 'reads the status first, and lets everybody pay at once',
    begin: taking(() => ({ take: async () => true, isTaken: async () => false })),
  },
  'lock not atomic': {
    what: 'checks whether the lock is free, and takes it a moment later',
    begin: taking((locks, clock) => ({
      async take(key, nonce, lockTtlMs) {
        if (await locks.isTaken(key)) return false
        await clock.sleep(50)
        await locks.take(key, nonce, lockTtlMs)
        return true
      },
    })),
  },
  'store down, go on': {
    what: 'pays without a lock when the store cannot be reached',
    favoured: { proxies: 2, storeDown: [0, 60] },
    begin: taking((locks) => ({
      take: (...given) => locks.take(...given).catch(() => true),
      isTaken: async (key) => Promise.resolve(locks.isTaken(key)).catch(() => false),
    })),
  },
  'lock released too early': {
    what: 'releases the lock as soon as the payment is answered, or is not',
    begin() {
      const held = new Map<string, () => Promise<void>>()
      return {
        locks: (locks) =>
          Object.assign(Object.create(locks) as LockStore, {
            async take(key: string, nonce: string, lockTtlMs: number) {
              const isTaken = await locks.take(key, nonce, lockTtlMs)
              if (isTaken) held.set(key, () => locks.release(key, nonce))
              return isTaken
            },
          }),
        toGateway: (request, fetch) =>
          fetch(request).finally(() => {
            if (!money.test(request.url)) return
            for (const release of held.values()) void release().catch(() => {}) // a lock that stays expires
          }),
      }
    },
  },
  'lock too short': {
    what: 'ends the lock before the longest request does',
    begin: taking((locks) => ({ take: (key, nonce) => locks.take(key, nonce, 5000) })),
  },
  'reset is not delivered': {
    what: 'takes a connection that was reset for a request that never left',
    begin: watching((answer) =>
      answer.catch(() => {
        throw new NotDelivered('reset')
      }),
    ),
  },
  '400 is not processed': {
    what: 'takes HTTP 400 for a refusal before any work',
    begin: watching((answer) => unlessOf(answer, (status) => status === 400)),
  },
  '5xx is not processed': {
    what: 'takes HTTP 5xx for a request that was not worked on',
    begin: watching((answer) => unlessOf(answer, (status) => status >= 500)),
  },
  '429 is not processed': {
    what: 'takes HTTP 429 for a refusal without a look at the status, also of a gateway that processes what it answers so',
    favoured: { ...oneCard, overload: 'unknown', rates: { ...calm, gateway: 20_000 } },
    begin: watching((answer) => unlessOf(answer, (status) => status === 429)),
  },
  'trusts an empty memory': {
    what: 'forgets that the process before may have left a payment under way',
    favoured: {
      ...oneCard,
      proxies: 1,
      rates: { ...calm, gateway: 20_000, process: 4000 },
    },
    begin: taking(() => ({ remembersFor: () => Infinity })),
  },
  'trusts an empty memory of a wallet': {
    what: 'forgets that the process before may have left a payment by wallet under way',
    favoured: { ...oneCard, method: 'wallet', proxies: 1, rates: { ...calm, gateway: 20_000, process: 4000 } },
    begin: taking(() => ({ remembersFor: () => Infinity })),
  },
  'trusts an empty memory of a mail order': {
    what: 'forgets that the process before may have left a mail or telephone order under way',
    favoured: { ...oneCard, method: 'moto', proxies: 1, rates: { ...calm, gateway: 20_000, process: 4000 } },
    begin: taking(() => ({ remembersFor: () => Infinity })),
  },
  'paid is read as open': {
    what: 'takes an order that is paid for one that may be paid',
    favoured: {
      ...oneCard,
      tabs: [
        { opensAt: 0, atBank: 'confirms', tries: 1 },
        { opensAt: 5, atBank: 'confirms', tries: 1 },
      ],
      rates: calm,
    },
    begin: () => ({
      toGateway: async (request, fetch) => {
        const { status, body } = await fetch(request)
        return { status, body: body.replace('"orderStatus":2', '"orderStatus":0') }
      },
    }),
  },
  "trusts the gateway's clock": {
    what: 'takes the time of registration from the gateway, and the time of its data loss from its own clock',
    favoured: {
      ...oneCard,
      proxies: 1,
      gatewayAhead: 90,
      rates: { ...calm, gateway: 20_000, process: 4000 },
    },
    begin(clock) {
      const dates = new Map<string, number>()
      return {
        toGateway: async (request, fetch) => {
          const answer = await fetch(request)
          const { orderNumber, date } = orderIn(answer.body)
          if (orderNumber !== undefined && date !== undefined) dates.set(orderNumber, date)
          return answer
        },
        ...taking((locks) => ({
          registrations: {
            note: async () => {},
            isNoted: async (number) => (dates.get(number) ?? 0) > clock.now() - locks.remembersFor!(),
          },
        }))(),
      }
    },
  },
  'locks end by a clock that is set': {
    what: "lets the machine's time end a lock, also when it is put forward",
    favoured: {
      ...oneCard,
      proxies: 1,
      clockStep: { at: 15, by: 90 },
      rates: { ...calm, gateway: 20_000 },
    },
    begin: taking((_, { now, sleep }) => memoryLocks({ now, sleep })),
  },
  'a request may come again': {
    what: 'pays by a copy of a request, and by one that was withdrawn',
    favoured: {
      ...oneCard,
      proxies: 1,
      rates: { ...calm, browser: 40_000 },
      isEnabled: (leg, fault) => leg !== 'browser' || fault === 'reset under way',
    },
    begin: taking((locks) => ({
      take: async (key, ...rest) => key.startsWith('the request ') || locks.take(key, ...rest),
    })),
  },
  'amount not compared': {
    what: 'pays an order of the same number for whatever sum it is',
    favoured: { isChanged: true },
    begin: () => ({
      toGateway: async (request, fetch) => {
        const { status, body } = await fetch(request)
        return { status, body: body.replace('"amount":100,', '"amount":4990,') }
      },
    }),
  },
  'terms not compared': {
    what: 'pays an order of the same number and sum for whomever it was registered',
    favoured: { ...oneCard, otherTerms: 'client', rates: calm },
    begin: () => ({
      toGateway: async (request, fetch) => {
        const { status, body } = await fetch(request)
        return { status, body: body.replaceAll('"merchantOrderParams"', '"otherParams"') }
      },
    }),
  },
  'believes callbacks': {
    what: 'sends the merchant what a callback says, without reading the status',
    favoured: { forgedAt: 2 },
    begin: () => ({
      atProxy(requested, work, merchant) {
        if (requested.url.startsWith('/callback') && /status=1/.test(requested.url)) merchant.believe(requested.url)
        return work()
      },
    }),
  },
  'answers callbacks at once': {
    what: 'takes a callback before the merchant has taken what it leads to',
    favoured: {
      ...oneCard,
      isKept: false,
      isPatient: true,
      rates: { ...calm, webhook: 40_000 },
    },
    begin: () => ({
      atProxy(requested, work) {
        if (!requested.url.startsWith('/callback')) return work()
        // A caller that waits for it is gone when the process is killed.
        void work().catch(() => undefined)
        return Promise.resolve({ status: 200, body: '' })
      },
    }),
  },
  'webhook sends its snapshot': {
    what: 'sends what was kept as it was, when the order has gone on since',
    favoured: {
      ...oneCard,
      cards: ['penniless', 'plain', 'plain'],
      isKept: true,
      tabs: [{ opensAt: 0, atBank: 'confirms', tries: 3 }],
      rates: { ...calm, webhook: 70_000 },
    },
    begin: () => ({ hasSnapshots: true }),
  },
  'refund says nothing charged': {
    what: 'shows an order that was given back as one that was cancelled',
    favoured: {
      ...oneCard,
      refund: { at: 30 },
      tabs: [{ opensAt: 0, reloadedAfter: 90, atBank: 'confirms', tries: 1 }],
      rates: calm,
    },
    begin: () => ({
      async atProxy(_, work) {
        const { status, body } = await work()
        return { status, body: body.replace(/"state":"refunded"/, '"state":"cancelled"') }
      },
    }),
  },
  'expiry says declined': {
    what: 'tells the merchant that an order whose session has ended was declined',
    favoured: {
      ...oneCard,
      cards: ['challenged', 'challenged', 'challenged'],
      orderLifetime: 120,
      tabs: [{ opensAt: 0, atBank: 'walks away', tries: 1 }],
      rates: calm,
    },
    begin: () => ({
      async atProxy(_, work) {
        const { status, body } = await work()
        return { status, body: body.replaceAll('"state":"expired"', '"state":"declined"') }
      },
    }),
  },
  'no follow-up of pending': {
    what: 'leaves a payment whose end it does not know to callbacks, of which some ways to pay have none',
    favoured: {
      ...oneCard,
      method: 'apple pay',
      isKept: true,
      tabs: [{ opensAt: 0, closedAfter: 20, atBank: 'confirms', tries: 1 }],
      rates: { ...calm, gateway: 20_000, process: 4000 },
    },
    begin: () => ({ followsNothing: true }),
  },
  'paid can go back': {
    what: 'lets a later answer change a screen that showed paid',
    favoured: {
      ...oneCard,
      rates: { ...calm, gateway: 20_000, browser: 40_000 },
      // In some seeds the clock is set back; then only a ticket without a date is still accepted.
      signedAhead: 'unknown',
      isEnabled: (leg, fault) => leg !== 'browser' || fault === 'slow answer',
    },
    begin: () => ({
      follow: (state, event) => follow(state === 'paid' || state === 'held' ? 'declined' : state, event),
    }),
  },
  'code without a lock': {
    what: 'ends the lock of an order once its code is there, so that a card pays it, too',
    favoured: {
      ...oneCode,
      app: 'pays while a card pays in another tab',
      tabs: [
        { opensAt: 0, atBank: 'confirms', tries: 2 },
        { opensAt: 0, atBank: 'confirms', tries: 2 },
      ],
      rates: calm,
    },
    begin: taking((locks) => ({
      codes: {
        ...locks.codes!,
        async write(orderNumber, code, keepMs) {
          const isHeld = await locks.codes!.write(orderNumber, code, keepMs)
          await locks.release(orderNumber, code.nonce)
          return isHeld
        },
      },
    })),
  },
  'page given up without a decline': {
    what: 'lets the shopper pay by a card, and leaves the bank’s page open',
    favoured: { ...oneCode, isOnPage: true, app: 'goes back to the card, and pays then', rates: calm },
    begin: notDeclining,
  },
  'back without taking back': {
    what: 'lets the shopper pay by a card, and leaves the code to the app',
    favoured: { ...oneCode, app: 'goes back to the card, and pays then', rates: calm },
    begin: believing(async () => done({ rejected: true })),
  },
  'believes a reject': {
    what: 'lets the shopper pay by a card once the gateway has answered that the code is taken back',
    favoured: { ...oneCode, app: 'goes back to the card as a bank accepts', rates: calm },
    begin: believing((request, fetch) => fetch(request)),
  },
  'lost question ends a code': {
    what: 'takes a code for one that has ended when the gateway does not say what has become of it',
    favoured: { ...oneCode, app: 'pays late', rates: { ...calm, gateway: 20_000 } },
    begin: () => ({
      async toGateway(request, fetch) {
        if (!request.url.endsWith('/status.do')) return fetch(request)
        const answer = await fetch(request).catch(() => undefined)
        return answer?.body.includes('qrStatus') ? answer : done({ qrStatus: 'REJECTED' })
      },
    }),
  },
  'capture without a lock': {
    what: 'lets two requests capture one hold at once',
    favoured: { ...oneHold, ...calmHold, capture: { at: 60, isTwice: true, amount: 1000 }, cancel: undefined },
    begin: taking((locks) => ({
      take: async (key, ...rest) => key.startsWith('the changes of') || locks.take(key, ...rest),
    })),
  },
  'retry of a capture': {
    what: 'sends a capture again when no answer comes',
    favoured: {
      ...oneHold,
      ...calmHold,
      rates: { ...calm, gateway: 20_000 },
      calmAt: 200,
      capture: { at: 60, isTwice: false, amount: 1000 },
      cancel: undefined,
    },
    begin: resending('/deposit.do'),
  },
  'reversal sent again': {
    what: 'sends a reversal again when no answer comes',
    favoured: {
      ...oneHold,
      ...calmHold,
      rates: { ...calm, gateway: 20_000 },
      calmAt: 200,
      capture: undefined,
      cancel: { at: 60, isTwice: false },
    },
    begin: resending('/reverse.do'),
  },
  'cancellation forgotten': {
    what: 'forgets that a number was cancelled which the gateway does not have yet',
    favoured: { ...oneCard, ...calmHold, cancel: { at: 0, isTwice: false } },
    begin: forgetful,
  },
  'cancellation forgotten by a wallet': {
    what: 'pays by wallet what was cancelled before the gateway had it',
    favoured: { ...oneCard, ...calmHold, method: 'wallet', cancel: { at: 0, isTwice: false } },
    begin: forgetful,
  },
  'cancellation forgotten by a mail order': {
    what: 'takes a mail or telephone order that was cancelled before the gateway had it',
    favoured: { ...oneCard, ...calmHold, method: 'moto', cancel: { at: 0, isTwice: false } },
    begin: forgetful,
  },
  "cancellation without the payment's lock": {
    what: 'declines an order while it is being paid',
    favoured: { ...oneCard, ...calmHold, cards: ['slow', 'slow', 'slow'], cancel: { at: 12, isTwice: true } },
    begin() {
      let cancelling = 0
      return {
        locks: (locks) =>
          Object.assign(Object.create(locks) as LockStore, {
            take: async (key: string, nonce: string, lockTtlMs: number) =>
              (cancelling > 0 && !key.includes(' ')) || locks.take(key, nonce, lockTtlMs),
            isTaken: async (key: string) => !(cancelling > 0 && !key.includes(' ')) && locks.isTaken(key),
          }),
        async atProxy({ url }, work) {
          if (!url.endsWith('/cancel') || !url.startsWith('/merchant')) return work()
          cancelling += 1
          return work().finally(() => (cancelling -= 1))
        },
      }
    },
  },
}
