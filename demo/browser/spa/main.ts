/** A single-page shop: changes the order of the checkout in place, takes it out of the page, and moves it. */
import type { TenderEventMap } from '#element/state/events.ts'
import { cell } from '../timeline.ts'
import { checkout, show } from './checkout.ts'

const elementOf = (selector: string): HTMLElement => document.querySelector<HTMLElement>(selector)!

const reportedEvents = [
  'tender-ready',
  'tender-authenticate',
  'tender-paid',
  'tender-held',
  'tender-verified',
  'tender-declined',
  'tender-cancelled',
  'tender-expired',
  'tender-pending',
  'tender-error',
] as const satisfies readonly (keyof TenderEventMap)[]
const places = ['left', 'right'] as const
let at = 0
const begun = document.body.dataset
let cups = Number(begun['cups'])

const mount = (): void => elementOf(`[data-place="${places[at]!}"]`).append(checkout)

/** Asks for a ticket for the current number of cups, for a new order unless one is named. */
async function order(named: { readonly orderNumber?: string } = {}): Promise<void> {
  const shown = await show(new URLSearchParams({ cups: String(cups), ...named }))
  if (!shown) return
  history.replaceState(null, '', shown.address)
  elementOf('#sum').textContent = `${cups} × cup · ${shown.price} · ${shown.orderNumber}`
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
  line.append(cell('b', type), cell('span', JSON.stringify(detail)))
  elementOf('#events').append(line)
}

document.addEventListener('click', ({ target }) => {
  const name = target instanceof HTMLElement ? target.dataset['do'] : undefined
  if (name) actions[name]?.()
})
for (const name of reportedEvents) document.addEventListener(name, (event) => log(event as CustomEvent<unknown>))

await order({ orderNumber: begun['orderNumber']! })
mount()
