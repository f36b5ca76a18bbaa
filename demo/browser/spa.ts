/** A single-page shop: mounts the npm package's checkout, changes its order in place, unmounts it and moves it. */
import 'tender-checkout/define'
import type { TenderCheckout } from '#element/element.ts'
import type { TenderEventMap } from '#element/state/events.ts'

interface Order {
  readonly orderNumber: string
  readonly ticket: string
  readonly price: string
  /** Address of the page that shows the order again. */
  readonly address: string
}

const place = (name: string): HTMLElement => document.querySelector<HTMLElement>(`[data-place="${name}"]`)!
const checkout = document.createElement('tender-checkout') as TenderCheckout
const result = [
  'tender-ready',
  'tender-authenticate',
  'tender-paid',
  'tender-held',
  'tender-verified',
  'tender-declined',
  'tender-cancelled',
  'tender-pending',
  'tender-error',
] as const satisfies readonly (keyof TenderEventMap)[]
const places = ['left', 'right'] as const
let at = 0
const begun = document.body.dataset
let cups = Number(begun['cups'])
let request = 0

const mount = (): void => place(places[at]!).append(checkout)

/** Requests a ticket for the current number of cups, for a new order unless one is named; the last request counts. */
async function order(named: { readonly orderNumber?: string } = {}): Promise<void> {
  const number = (request += 1)
  const answer = await fetch(`/spa/order?${new URLSearchParams({ cups: String(cups), ...named }).toString()}`)
  const { orderNumber, ticket, price, address } = (await answer.json()) as Order
  if (number !== request) return
  history.replaceState(null, '', address)
  document.querySelector('#sum')!.textContent = `${cups} × cup · ${price} · ${orderNumber}`
  checkout.order = ticket
}

function change(by: number): void {
  cups = Math.min(99, Math.max(1, cups + by))
  void order()
}

const actions: Readonly<Record<string, () => void>> = {
  more: () => change(1),
  less: () => change(-1),
  unmount: () => checkout.remove(),
  mount,
  move() {
    at = (at + 1) % places.length
    mount()
  },
}

function log({ type, detail }: CustomEvent<unknown>): void {
  const line = document.createElement('li')
  line.textContent = `${type} ${JSON.stringify(detail)}`
  document.querySelector('#events')!.append(line)
}

document.addEventListener('click', ({ target }) => {
  const name = target instanceof HTMLElement ? target.dataset['do'] : undefined
  if (name) actions[name]?.()
})
for (const name of result) document.addEventListener(name, (event) => log(event as CustomEvent<unknown>))

checkout.src = begun['proxy']!
await order({ orderNumber: begun['orderNumber']! })
mount()
