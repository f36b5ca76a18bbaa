/** The bank's back office: finds or issues a card, shows its data, and sends any operation to the bank. */
import { html, nothing, render } from 'lit'
import type { issuingApi } from '#server-contract/issuing/api.ts'
import type { Answer } from '#contract/operation.ts'
import { requester } from './requester.ts'
import { askBank, isDone, putForward, readClock, sealPin, type Exchange, type Sealed } from './bank.ts'
import { cardPanel } from './card-panel.ts'
import { draftFor, type Knowledge, type Name } from './drafts.ts'
import { finder } from './finder.ts'
import { finders, type Find } from './finders.ts'
import type { Handlers } from './handlers.ts'
import { emptyHanded, type Selection } from './selection.ts'
import { ownerPanel } from './owner-panel.ts'
import { at, listAt, fieldName, type Path } from './schema-form.ts'
import { operationsIn, pruned, type ApiDocument, type Operation } from './schema.ts'
import { buildSheetDraft } from './sheet-draft.ts'
import { wire } from './wire.ts'
import { buildWork } from './work.ts'

const { bin = '', cards = '[]' } = document.body.dataset
const testCards = JSON.parse(cards) as readonly { readonly pan: string; readonly what: string }[]
const operations = operationsIn((await (await fetch('/back-office/openapi.json')).json()) as ApiDocument)
const root = document.querySelector<HTMLElement>('#back-office')!
root.replaceChildren()

let now = await readClock()
let selection: Selection = emptyHanded(bin)
let check = async (): Promise<Selection | undefined> => undefined
let operation: Operation = operations[0]!
const draft = buildSheetDraft(() => draftFor(operation.name, known()))
let exchange: Exchange | undefined
let sealed: Sealed | undefined
let identifiedBy: Find = 'card'
let word = ''
const work = buildWork(() => draw())
const done: Partial<Record<Name, Exchange>> = {}

const known = (): Knowledge => ({ ...selection, now, done })

const focusOn = (selector: string): void => document.querySelector<HTMLElement>(selector)?.focus()

function choose(name: string): void {
  operation = operations.find((one) => one.name === name) ?? operation
  draft.renew()
  exchange = undefined
  sealed = undefined
  draw()
}

/** Chooses an operation and focuses its form. */
function open(name: Name): void {
  choose(name)
  document.querySelector('#operation')?.scrollIntoView({ block: 'nearest' })
  focusOn('#operation form :is(input, select)')
}

/** Selects what is found; the selection stays when the bank finds nothing. */
async function find(by: Find, given: string): Promise<boolean> {
  const { find, name, prompt } = finders[by]
  const again = (): Promise<Selection | undefined> => find(askBank, bin, given)
  const [found, time] = await Promise.all([again(), readClock()])
  now = time
  word = found ? `${name} ${given} is selected.` : `Nothing is found by ${prompt} ${given}.`
  if (found) {
    selection = found
    check = again
    draft.renew()
  }
  draw()
  return found !== undefined
}

type Issued = Answer<typeof issuingApi.createVirtualCard>

/** How to find what an operation has created, to select it. */
const made: Readonly<Partial<Record<Name, (answer: never) => readonly [Find, string | undefined]>>> = {
  registerCustomer: ({ accountNumber }: Answer<typeof issuingApi.registerCustomer>) => ['account', accountNumber],
  createVirtualCard: ({ virtualCardIdentification: card }: Issued) => ['card', card?.cardNumber ?? card?.cardId],
}

async function refresh(): Promise<void> {
  const [found, time] = await Promise.all([check(), readClock()])
  selection = found ?? selection
  now = time
}

async function send(name: Name, request: unknown): Promise<Exchange> {
  exchange = await askBank(name, pruned(request) ?? {})
  const [by, given] = (isDone(exchange) && made[name]?.(exchange.answer as never)) || []
  if (isDone(exchange)) done[name] = exchange
  if (by && given !== undefined) await find(by, given)
  else await refresh()
  draw()
  return exchange
}

/** Creates a customer with an account, and a card on it: the shortest way to a card that pays. */
async function makeCard(): Promise<void> {
  for (const step of ['registerCustomer', 'createVirtualCard'] as const)
    if (!isDone(await send(step, draftFor(step, known())))) return
}

/** Stores the card in sessionStorage, where the shop's page, of the same origin, reads it. */
async function pay(): Promise<void> {
  const { cardNumber, expiryDate } = selection.card ?? {}
  const { answer } = await askBank('generateCVC2', { cardIdentification: { cardNumber }, deliveryMethod: 'WS' })
  const { cvc2 } = (answer ?? {}) as { cvc2?: string }
  sessionStorage.setItem('issued-card', JSON.stringify({ pan: cardNumber, expiry: expiryDate, cvc: cvc2 }))
  window.open('/?items=set-1', '_blank', 'opener')
}

async function later(): Promise<void> {
  now = await putForward(1)
  await refresh()
  draft.refresh()
  draw()
}

/** Encrypts a PIN and fills the block into a field of the form. */
async function seal(field: string, given: FormData): Promise<void> {
  const cardNumber = at(draft.value, ['cardIdentification', 'cardNumber']) || selection.card?.cardNumber
  sealed = await sealPin({ ...Object.fromEntries(given), cardNumber })
  if (sealed.pinBlock) draft.set([field], sealed.pinBlock)
  draw()
}

const set = (path: Path, value: unknown): void => {
  draft.set(path, value)
  draw()
}

function add(path: Path, entry: unknown): void {
  const entries = listAt(draft.value, path)
  set(path, [...entries, entry])
  focusOn(`[name^="${CSS.escape(fieldName([...path, entries.length]))}"]`)
}

function remove(path: Path, index: number): void {
  set(path, listAt(draft.value, path).toSpliced(index, 1))
  focusOn(`[data-adds="${CSS.escape(fieldName(path))}"]`)
}

/** A click in the panel may remove the clicked button, so the focus moves to the panel for keyboard users. */
const handlers: Handlers = {
  find: (by, given) => void work.run(() => find(by, given)).then((found) => found && focusOn('.panel')),
  open,
  pay: () => void work.run(pay),
}

/** What is selected, in a column of its own; there is none before something is. */
function panel() {
  const isEmpty = !selection.card && !selection.account && !selection.customer && !selection.cards.length
  if (isEmpty) return nothing
  return html`<div class="column panel" tabindex="-1" role="group" aria-label="Selected">
    ${selection.card ? cardPanel(selection, handlers) : ownerPanel(selection, handlers)}
  </div>`
}

function draw(): void {
  const { busy, failure } = work
  const finding = { identifiedBy, word: failure ?? word, testCards, now, busy }
  const asking = { operations, operation, draft: draft.value, busy, sealed }
  render(
    html`${finder({
        ...finding,
        choose: (chosen) => {
          identifiedBy = chosen
          draw()
        },
        find: (given) => void work.run(() => find(identifiedBy, given)),
        make: () => void work.runAlone(makeCard),
        later: () => void work.run(later),
      })}
      <div class="columns">
        ${panel()}
        <div class="column">
          ${requester({
            ...asking,
            choose,
            set,
            add,
            remove,
            send: () => void work.runAlone(() => send(operation.name as Name, draft.value)),
            seal: (field, given) => void work.run(() => seal(field, given)),
          })}
        </div>
        <div class="column">${wire(operation.name, pruned(draft.value) ?? {}, exchange)}</div>
      </div>`,
    root,
  )
}

choose(operation.name)
