import type { Askable } from '#contract/payment-methods.ts'
import { locales } from '#texts/locales.ts'
import { choice, field } from '../markup.ts'
import { methodNames, usualMethods } from './methods.ts'
import type { Wanted } from './order.ts'

export const currencyChoice = (currency: string): string =>
  choice('currency', 'Currency', currency, [
    ['978', 'EUR (978)'],
    ['840', 'USD (840)'],
    ['643', 'RUB (643)'],
    ['933', 'BYN (933)'],
    ['392', 'JPY (392)'],
    ['414', 'KWD (414)'],
  ])

export const amountField = (amount: number): string =>
  field('Amount, minor units', {
    name: 'amount',
    inputmode: 'numeric',
    pattern: '[0-9]{1,12}',
    required: '',
    value: String(amount),
  })

export const clientField = (clientId: string | undefined): string =>
  field('Client', { name: 'clientId', maxlength: '255', value: clientId ?? '' })

export const captureChoice = (capture: Wanted['capture']): string =>
  choice('capture', 'Capture', capture, [
    ['one-phase', 'One-phase: debit'],
    ['two-phase', 'Two-phase: hold'],
  ])

const orderPart = (preset: Wanted): string => `
  ${amountField(preset.amount)}
  ${currencyChoice(preset.currency)}
  ${captureChoice(preset.capture)}
  ${choice('verify', 'Purpose', preset.verify, [
    ['no', 'A payment'],
    ['yes', 'Only store the card'],
  ])}`

const shopperPart = (preset: Wanted): string => `
  ${clientField(preset.clientId)}
  ${choice('save', 'Store the card', preset.save ?? '', [
    ['', 'Default: never'],
    ['never', 'Never'],
    ['ask', 'Ask'],
    ['required', 'Required'],
  ])}
  ${choice('saveAs', 'Store it for', preset.saveAs ?? '', [
    ['', 'Default: common'],
    ['common', 'Common: pay again'],
    ['recurrent', 'Recurrent: 28 days'],
  ])}
  ${field('E-mail in the ticket', { name: 'email', type: 'email', maxlength: '40', value: preset.email ?? '' })}
  ${field('Phone in the ticket', { name: 'phone', type: 'tel', maxlength: '18', value: preset.phone ?? '' })}`

/** Each language by its own name. */
const languageNames = [...locales.keys()].map(
  (tag) => [tag, new Intl.DisplayNames(tag, { type: 'language' }).of(tag) ?? tag] as const,
)

const screenPart = (preset: Wanted): string => `
  ${choice('locale', 'Language', preset.locale ?? 'en', languageNames)}
  ${choice('presentation', '3-D Secure', preset.presentation, [
    ['dialog', 'In a dialog'],
    ['redirect', 'As a full page'],
  ])}`

const boxes = (name: string, legend: string, labels: Readonly<Record<string, string>>, chosen: readonly string[]) => `
  <fieldset><legend>${legend}</legend>${Object.entries(labels)
    .map(
      ([value, label]) =>
        `<label class="box"><input type="checkbox" name="${name}" value="${value}"${chosen.includes(value) ? ' checked' : ''}>${label}</label>`,
    )
    .join('')}</fieldset>`

const askNames: Readonly<Record<Askable, string>> = {
  'contact-visa': 'E-mail, of VISA cards',
  email: 'E-mail',
  phone: 'Phone',
  billing: 'Address',
}

type Term = 'postAddress' | 'autocompletionDate' | 'autoReverseDate' | 'merchantLogin' | 'dynamicCallbackUrl'
type OnlineTerm = Term | 'feeInput' | 'merchantInn' | 'bindingId'

const termFields: Readonly<Record<OnlineTerm, readonly [label: string, maxlength: string]>> = {
  feeInput: ['Fee, minor units', '8'],
  autocompletionDate: ['A hold is debited on (UTC+3)', '19'],
  autoReverseDate: ['A hold is given back on (UTC+3)', '19'],
  postAddress: ['Delivery address', '255'],
  merchantLogin: ['Child merchant, by login', '255'],
  merchantInn: ['Child merchant, by number', '16'],
  bindingId: ['Chosen stored card (bindingId)', '255'],
  dynamicCallbackUrl: ['Callbacks of the gateway go to', '512'],
}

const examples: Readonly<Partial<Record<OnlineTerm, string>>> = {
  autocompletionDate: '2030-12-29T13:02:51',
  autoReverseDate: '2030-12-29T13:02:51',
  merchantLogin: 'branch-api',
  merchantInn: '7700000001',
}

/** Fields for the claims of a ticket that the gateway registers. */
const termsPart = (preset: Wanted, names: readonly OnlineTerm[]): string =>
  names
    .map((name) => {
      const [label, maxlength] = termFields[name]
      return field(label, { name, maxlength, placeholder: examples[name], value: String(preset[name] ?? '') })
    })
    .join('')

/** Those that an order by telephone may have. */
export const operatorTerms = (preset: Wanted): string =>
  termsPart(preset, ['postAddress', 'autocompletionDate', 'autoReverseDate', 'merchantLogin', 'dynamicCallbackUrl'])

const shopTerms = (preset: Wanted): string => termsPart(preset, Object.keys(termFields) as OnlineTerm[])

export const panel = (preset: Wanted): string => `
<form class="order" action="/" method="get">
  ${orderPart(preset)}${shopperPart(preset)}${screenPart(preset)}${boxes('methods', 'Ways to pay', methodNames, preset.methods ?? usualMethods)}
  <details><summary>More of the ticket</summary>${boxes('ask', 'The form asks for', askNames, preset.ask ?? [])}${shopTerms(preset)}</details>
  <button>New order</button>
</form>`
