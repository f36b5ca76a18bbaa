import { choice, field } from '../markup.ts'
import { methodNames, methods } from './methods.ts'
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

const orderPart = (preset: Wanted): string => `
  ${amountField(preset.amount)}
  ${currencyChoice(preset.currency)}
  ${choice('capture', 'Capture', preset.capture, [
    ['one-phase', 'One-phase: debit'],
    ['two-phase', 'Two-phase: hold'],
  ])}
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

const screenPart = (preset: Wanted): string => `
  ${choice('locale', 'Language', preset.locale ?? 'en', [
    ['en', 'English'],
    ['ru', 'Русский'],
    ['ar', 'العربية'],
  ])}
  ${choice('presentation', '3-D Secure', preset.presentation, [
    ['dialog', 'In a dialog'],
    ['redirect', 'As a full page'],
  ])}`

const methodBoxes = (chosen: Wanted['methods'] = [...methods]): string => `
  <fieldset><legend>Ways to pay</legend>${methods
    .map(
      (method) =>
        `<label class="box"><input type="checkbox" name="methods" value="${method}"${chosen.includes(method) ? ' checked' : ''}>${methodNames[method]}</label>`,
    )
    .join('')}</fieldset>`

/** The form that makes a new order. */
export const panel = (preset: Wanted): string => `
<form class="order" action="/" method="get">
  ${orderPart(preset)}${shopperPart(preset)}${screenPart(preset)}${methodBoxes(preset.methods)}
  <button>New order</button>
</form>`
