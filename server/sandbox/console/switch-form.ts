import { escapeHtml } from '#router/hop.ts'
import type { Scenario, ScenarioChange } from '#sandbox/scenario/scenario.ts'
import { choicesOf, OrderChange } from './scenario-change.ts'

interface SwitchText {
  readonly label: string
  readonly hint: string
}

const wire = 'lost-before and refused-…: nothing is done; lost-after, error-… and malformed: it is done.'
const wait = 'How long the gateway waits before it works on it.'

/** What each switch does, for people; the type requires a text for every new switch. */
const texts: Readonly<Record<keyof Scenario, SwitchText>> = {
  framing: { label: 'Challenge in a frame', hint: 'Refused: the bank’s page forbids being framed.' },
  methodPage: { label: '3-D Secure method page', hint: 'Silent: it opens and never notifies.' },
  gatewayDelay: { label: 'Delay of a payment, ms', hint: wait },
  paymentAnswer: { label: 'Answer to a payment', hint: wire },
  declineWith: { label: 'Decline payments with actionCode', hint: '0: the issuer decides.' },
  registerDelay: { label: 'Delay of a registration, ms', hint: wait },
  registerAnswer: { label: 'Answer to a registration', hint: wire },
  statusDelay: { label: 'Delay of an order status, ms', hint: wait },
  statusAnswer: { label: 'Answer to an order status', hint: wire },
  moneyDelay: { label: 'Delay of a deposit, reversal, refund or decline, ms', hint: wait },
  moneyAnswer: { label: 'Answer to a deposit, reversal, refund or decline', hint: wire },
  bindingDelay: { label: 'Delay of calls about stored cards, ms', hint: wait },
  bindingAnswer: { label: 'Answer to calls about stored cards', hint: wire },
  cardPresent: {
    label: 'Card present',
    hint: 'Yes: payments count as made at a terminal; a declined one is reported as such.',
  },
  callbacks: { label: 'Callbacks', hint: 'How the merchant is notified of what happens; reordered: the later first.' },
  issuing: { label: 'Card management', hint: 'Strict: only what the document’s own sandbox takes.' },
  issuingLists: { label: 'Lists of card management', hint: 'Nested: transactions.transaction, as in the examples.' },
}

const names = Object.keys(texts) as readonly (keyof Scenario)[]

/** The switches for all orders. */
export const commonForm = (scenario: Scenario): string => form('/scenario', scenario, names, '')

/** The switches of one order; an empty field means the value for all orders. */
export const orderForm = (orderNumber: string, change: ScenarioChange): string =>
  form(
    `/scenario/orders/${encodeURIComponent(orderNumber)}`,
    change,
    names.filter((name) => name in OrderChange.shape),
    'as for all',
  )

function form(action: string, scenario: ScenarioChange, shown: typeof names, empty: string): string {
  return `<form method="post" action="${escapeHtml(action)}">
${shown.map((name) => control(name, scenario[name], empty)).join('\n')}
<button type="submit">Set</button>
</form>`
}

function control(name: keyof Scenario, value: string | number | undefined, empty: string): string {
  const { label, hint } = texts[name]
  const choices = choicesOf(name)
  const field = choices ? select(name, choices, value, empty) : number(name, value, empty)
  return `<label>${label}<small>${hint}</small>${field}</label>`
}

const select = (name: string, choices: readonly string[], value: unknown, empty: string): string =>
  `<select name="${name}">${empty && `<option value="">${empty}</option>`}${choices
    .map((choice) => `<option${choice === value ? ' selected' : ''}>${choice}</option>`)
    .join('')}</select>`

const number = (name: string, value: unknown, empty: string): string =>
  `<input name="${name}" type="number" step="1" ${empty ? `placeholder="${empty}"` : 'required'} value="${value ?? ''}">`
