import { escapeHtml } from '#contract/wire/escape-html.ts'
import { noFaults, type Scenario, type ScenarioChange } from '#sandbox/scenario/fault-switches.ts'
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
  transferDelay: {
    label: 'Delay of a transfer, ms',
    hint: 'How long the order’s status lags behind the bank’s app.',
  },
  bankApp: {
    label: 'Payer’s bank app',
    hint: 'Expires: the session of the order is over when the payer confirms; pays-twice: two devices confirm at once; accepts-at-reject: a bank accepts as the code is taken back.',
  },
  cardPresent: {
    label: 'Card present',
    hint: 'Yes: payments count as made at a terminal; a declined one is reported as such.',
  },
  callbacks: { label: 'Callbacks', hint: 'How the merchant is notified of what happens; reordered: the later first.' },
  issuing: { label: 'Card management', hint: 'Strict: only what the document’s own sandbox takes.' },
  issuingLists: { label: 'Lists of card management', hint: 'Nested: transactions.transaction, as in the examples.' },
}

/** What a switch is called, for people. */
export const labelOf = (name: keyof Scenario): string => texts[name].label

/** The switches in the order of a payment; each group has its heading. */
const groups: Readonly<Record<string, readonly (keyof Scenario)[]>> = {
  '3-D Secure': ['framing', 'methodPage'],
  'The payment': ['paymentAnswer', 'gatewayDelay', 'declineWith', 'cardPresent'],
  'Bank’s app': ['transferDelay', 'bankApp'],
  'Around it': ['registerAnswer', 'registerDelay', 'statusAnswer', 'statusDelay', 'callbacks'],
  'Money later': ['moneyAnswer', 'moneyDelay', 'bindingAnswer', 'bindingDelay'],
  'Card management': ['issuing', 'issuingLists'],
}

/** The switches for all orders. */
export const commonForm = (scenario: Scenario): string => form({ action: '/scenario', scenario, noFaults, empty: '' })

/** The switches of one order, from the page at `back`; an empty field means the value for all orders. */
export const orderForm = (orderNumber: string, change: ScenarioChange, back?: string): string =>
  form({
    action: `/scenario/orders/${encodeURIComponent(orderNumber)}${back === undefined ? '' : `?back=${encodeURIComponent(back)}`}`,
    scenario: change,
    noFaults: {},
    empty: 'as for all',
  })

interface Form {
  readonly action: string
  readonly scenario: ScenarioChange
  /** The values without any fault. */
  readonly noFaults: ScenarioChange
  /** What an empty field says; a form without one has a value for every switch. */
  readonly empty: string
}

function form(shown: Form): string {
  const { scenario, noFaults, empty } = shown
  const isOffered = (name: keyof Scenario): boolean => empty === '' || name in OrderChange.shape
  const changed = (Object.keys(texts) as (keyof Scenario)[]).filter((name) => scenario[name] !== noFaults[name])
  const groupOf = ([title, names]: readonly [string, readonly (keyof Scenario)[]]): string => {
    const offered = names.filter(isOffered)
    if (!offered.length) return ''
    const count = offered.filter((name) => changed.includes(name)).length
    return `<details${count || title === 'The payment' ? ' open' : ''}><summary>${title}${count ? ` <span class="changed">${count} changed</span>` : ''}</summary>
${offered.map((name) => control(name, shown, changed.includes(name))).join('\n')}</details>`
  }
  return `<form method="post" action="${escapeHtml(shown.action)}">
${Object.entries(groups).map(groupOf).join('\n')}
<button type="submit">Set</button>
</form>${changed.length ? resetForm(shown) : ''}`
}

/** Sends every switch as it is without a fault. */
const resetForm = ({ action, noFaults }: Form): string =>
  `<form method="post" action="${escapeHtml(action)}" class="reset">${Object.entries(noFaults)
    .map(([name, value]) => `<input type="hidden" name="${name}" value="${value}">`)
    .join('')}<button type="submit" class="quiet">Reset all</button></form>`

function control(name: keyof Scenario, { scenario, empty }: Form, isChanged: boolean): string {
  const { label, hint } = texts[name]
  const choices = choicesOf(name)
  const value = scenario[name]
  const field = choices ? select(name, choices, value, empty) : number(name, value, empty)
  const mark = isChanged ? ' <span class="changed">changed</span>' : ''
  return `<label${isChanged ? ' class="is-changed"' : ''}>${label}${mark}<small>${hint}</small>${field}</label>`
}

const select = (name: string, choices: readonly string[], value: unknown, empty: string): string =>
  `<select name="${name}">${empty && `<option value="">${empty}</option>`}${choices
    .map((choice) => `<option${choice === value ? ' selected' : ''}>${choice}</option>`)
    .join('')}</select>`

const number = (name: string, value: unknown, empty: string): string =>
  `<input name="${name}" type="number" step="1" ${empty ? `placeholder="${empty}"` : 'required'} value="${value ?? ''}">`
