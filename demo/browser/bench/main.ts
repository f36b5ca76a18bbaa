/** The issuing bench: find or make a card, see everything about it, ask the bank anything. */
import { html, nothing, render, type TemplateResult } from 'lit'
import { ask, isDone, reasonOf, type Exchange } from './bank.ts'
import { cardPanel } from './card-panel.ts'
import { draftFor } from './drafts.ts'
import { emptyHanded, take, type Holding } from './holding.ts'
import { fields, put, type Path } from './schema-form.ts'
import { loadOperations, pruned, type Operation } from './schema.ts'

const { bin = '', cards = '[]' } = document.body.dataset
const testCards = JSON.parse(cards) as readonly { readonly pan: string; readonly what: string }[]
const operations = await loadOperations()
const root = document.querySelector<HTMLElement>('#bench')!
root.replaceChildren()

let holding: Holding = emptyHanded(bin)
let operation: Operation = operations[0]!
let draft: unknown = {}
let exchange: Exchange | undefined
let word = ''
let busy = false

function open(name: string): void {
  operation = operations.find((one) => one.name === name) ?? operation
  draft = draftFor(operation.name, holding)
  exchange = undefined
  draw()
  document.querySelector('#operation')?.scrollIntoView({ block: 'nearest' })
}

async function hold(cardNumber: string): Promise<void> {
  const given = cardNumber.replace(/\s/g, '')
  const found = await take(bin, /^\d{12,19}$/.test(given) ? { cardNumber: given } : { cardId: given })
  word = found ? '' : 'The bank knows no such card.'
  if (found) {
    holding = found
    draft = draftFor(operation.name, holding)
  }
  draw()
}

/** What to look at again after a change. */
async function refresh(): Promise<void> {
  const { cardNumber } = holding.card ?? {}
  if (cardNumber) holding = (await take(bin, { cardNumber })) ?? holding
}

async function send(name: string, request: unknown): Promise<Exchange> {
  busy = true
  draw()
  exchange = await ask(name, pruned(request) ?? {})
  await refresh()
  busy = false
  draw()
  return exchange
}

/** A customer, its account and a card on it: the shortest way to a card that pays. */
async function makeCard(): Promise<void> {
  const registered = await send('registerCustomer', draftFor('registerCustomer', holding))
  if (!isDone(registered)) return
  const { accountNumber } = registered.answer as { accountNumber: string }
  const account = { number: accountNumber, currency: 978, balance: 0 }
  const issued = await send('createVirtualCard', draftFor('createVirtualCard', { ...emptyHanded(bin), account }))
  if (!isDone(issued)) return
  const { virtualCardIdentification: card } = issued.answer as { virtualCardIdentification: { cardNumber: string } }
  await hold(card.cardNumber)
}

/** Leaves the card where the shop's page, of the same origin, finds it. */
async function pay(): Promise<void> {
  const { cardNumber, expiryDate } = holding.card ?? {}
  const { answer } = await ask('generateCVC2', { cardIdentification: { cardNumber }, deliveryMethod: 'WS' })
  const { cvc2 } = (answer ?? {}) as { cvc2?: string }
  sessionStorage.setItem('bench-card', JSON.stringify({ pan: cardNumber, expiry: expiryDate, cvc: cvc2 }))
  window.open('/', '_blank', 'opener')
}

const set = (path: Path, value: unknown): void => {
  draft = put(draft, path, value)
  draw()
}

function submit(event: SubmitEvent): void {
  event.preventDefault()
  void send(operation.name, draft)
}

function find(event: SubmitEvent): void {
  event.preventDefault()
  const input = (event.target as HTMLFormElement).elements.namedItem('card') as HTMLInputElement
  void hold(input.value)
}

const finder = (): TemplateResult =>
  html`<section class="finder" aria-labelledby="find">
    <h1 id="find">Find a card, or make one</h1>
    <form class="row" @submit=${find}>
      <label>Card number or cardId<input name="card" list="cards" autocomplete="off" required dir="ltr" /></label>
      <datalist id="cards">${testCards.map(({ pan, what }) => html`<option value=${pan}>${what}</option>`)}</datalist>
      <button>Find</button>
      <button type="button" class="primary" data-testid="make-card" ?disabled=${busy} @click=${() => void makeCard()}>
        New customer with a card
      </button>
    </form>
    <p role="status">${word}</p>
  </section>`

const chooser = (): TemplateResult =>
  html`<label
    >Operation
    <select name="operation" @change=${({ target }: Event) => open((target as HTMLSelectElement).value)}>
      ${operations.map(({ name, source }) => html`<option value=${name} ?selected=${name === operation.name}>${name} · ${source}</option>`)}
    </select></label
  >`

const asker = (): TemplateResult =>
  html`<section id="operation" aria-labelledby="asking">
    <h2 id="asking">Ask the bank</h2>
    ${chooser()}
    <p class="dim">${operation.summary} (card management ${operation.source}).</p>
    <form class="fields" novalidate data-testid="operation-form" @submit=${submit}>
      ${fields(operation.schema, { draft, set })}
      <button class="primary" data-testid="send" ?disabled=${busy}>Send ${operation.name}</button>
    </form>
  </section>`

const raw = (value: unknown): string => JSON.stringify(value, null, 2)

const wire = (): TemplateResult =>
  html`<section aria-labelledby="wire">
    <h2 id="wire">On the wire</h2>
    <p role="status" data-testid="verdict" class=${exchange ? (isDone(exchange) ? 'good' : 'bad') : ''}>
      ${exchange ? (isDone(exchange) ? `${exchange.operation}: done` : `${exchange.operation}: ${reasonOf(exchange)}`) : ''}
    </p>
    <h3>POST /apigate/ws/rest/${exchange?.operation ?? operation.name}</h3>
    <pre tabindex="0" dir="ltr" data-testid="request">${raw(exchange?.request ?? pruned(draft) ?? {})}</pre>
    ${
      exchange
        ? html`<h3>HTTP ${exchange.status}</h3>
            <pre tabindex="0" dir="ltr" data-testid="answer">${raw(exchange.answer)}</pre>`
        : nothing
    }
  </section>`

function draw(): void {
  render(
    html`${finder()}
      <div class="columns">
        <div class="column panel">
          ${holding.card ? cardPanel(holding, { take: (pan) => void hold(pan), open, pay: () => void pay() }) : html`<p class="dim">No card is chosen yet.</p>`}
        </div>
        <div class="column">${asker()}</div>
        <div class="column">${wire()}</div>
      </div>`,
    root,
  )
}

open(operation.name)
