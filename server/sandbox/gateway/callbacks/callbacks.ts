import { setMaxListeners } from 'node:events'
import type { Switches } from '#sandbox/scenario/fault-switches.ts'
import type { Store } from '#sandbox/store/store.ts'
import type { BindingTable, Binding } from '../bindings/binding-table.ts'
import { signerOf, type CallbackFields } from './callback-checksum.ts'
import { bindingFields, paymentFields, type BindingOperation } from './callback-events.ts'
import { callbackFaults } from './callback-faults.ts'
import { buildPost } from './callback-post.ts'
import type { CallbackSenderOptions } from './callback-sender.ts'
import type { CallbackSettings } from '../merchants/callback-settings.ts'
import type { Merchant } from '../merchants/merchants.ts'
import type { OrderTransition } from '../orders/order-table.ts'

export interface CallbacksOptions extends Omit<CallbackSenderOptions, 'closing'> {
  readonly merchants: readonly Merchant[]
  readonly switches: Switches
  /** Stores the queue; when absent, it is lost with the process. */
  readonly store?: Store
}

/** Sends callbacks to merchants (online gateway 6) in the background: no caller waits for them or fails with them. */
export interface Callbacks {
  /** Queues the callback for a change of an order, to the order's own address or the merchant's. */
  enqueue(change: OrderTransition): void
  /** Wraps a table so that its changes queue callbacks to the merchant's address. */
  watching(table: BindingTable): BindingTable
  /** Resumes the callbacks that an earlier process left queued. */
  start(): void
  close(): void
}

/** Throws when a merchant's key cannot be read. */
export function buildCallbacks({ merchants, switches, ...options }: CallbacksOptions): Callbacks {
  const controller = new AbortController()
  // One listener for each callback that waits; there may be many.
  setMaxListeners(0, controller.signal)
  const known = new Map(merchants.map(({ login, callback = {} }) => [login, withSigner(callback)]))
  const settingsOf = (merchant: string): CallbackSettings => known.get(merchant)?.settings ?? {}
  const post = buildPost({ ...options, settingsOf, closing: controller.signal })
  const send = (merchant: string, own: string | undefined, fields: CallbackFields): void => {
    const { settings, sign } = known.get(merchant)!
    const address = own ?? settings.address
    if (address === undefined) return
    const about = fields['mdOrder'] ?? fields['bindingId']!
    const signed = { merchant, address, fields: sign(fields), about }
    const queued = { id: post.newId(), ...signed, dueAt: options.clock.now(), failed: 0, copies: 1 }
    const going = callbackFaults[switches.read(fields['mdOrder'] && fields['orderNumber']).callbacks](queued)
    if (going) post.take(going)
  }
  return {
    enqueue(change) {
      const { merchant, number, dynamicCallbackUrl } = change.after
      const isCardPresent = switches.read(number).cardPresent === 'yes'
      const fields = paymentFields(change, options.clock.now(), isCardPresent)
      if (fields) send(merchant, dynamicCallbackUrl, fields)
    },
    watching: (table) =>
      watched(table, (operation, binding) =>
        send(binding.merchant, undefined, bindingFields(operation, binding, options.clock.now())),
      ),
    start: post.start,
    close: () => controller.abort(),
  }
}

const withSigner = (settings: CallbackSettings) => ({ settings, sign: signerOf(settings.key) })

type Enqueue = (operation: BindingOperation, binding: Binding) => void

/** Wraps a table so that each binding that is created, activated or deactivated queues a callback. */
const watched = (table: BindingTable, enqueue: Enqueue): BindingTable => ({
  ...table,
  store(binding) {
    const before = new Map(table.of(binding.merchant, binding.clientId).map((one) => [one.id, one.active]))
    const after = table.store(binding)
    const wasActive = before.get(after.id)
    if (wasActive === undefined) enqueue('bindingCreated', after)
    else if (!wasActive) enqueue('bindingActivityChanged', after)
    return after
  },
  setActive(merchant, id, active) {
    const isChanged = table.setActive(merchant, id, active)
    if (isChanged) enqueue('bindingActivityChanged', table.byId(merchant, id)!)
    return isChanged
  },
})
