import { choice, field } from '../markup.ts'
import { methodNames, methods } from './methods.ts'
import type { Wish } from './order.ts'

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

const orderPart = (wish: Wish): string => `
  ${amountField(wish.amount)}
  ${currencyChoice(wish.currency)}
  ${choice('capture', 'Capture', wish.capture, [
    ['one-phase', 'One-phase: debit'],
    ['two-phase', 'Two-phase: hold'],
  ])}
  ${choice('verify', 'Purpose', wish.verify, [
    ['no', 'A payment'],
    ['yes', 'Only store the card'],
  ])}`

const shopperPart = (wish: Wish): string => `
  ${clientField(wish.clientId)}
  ${choice('save', 'Store the card', wish.save ?? '', [
    ['', 'Default: never'],
    ['never', 'Never'],
    ['ask', 'Ask'],
    ['required', 'Required'],
  ])}
  ${choice('saveAs', 'Store it for', wish.saveAs ?? '', [
    ['', 'Default: common'],
    ['common', 'Common: pay again'],
    ['recurrent', 'Recurrent: 28 days'],
  ])}
  ${field('E-mail in the ticket', { name: 'email', type: 'email', maxlength: '40', value: wish.email ?? '' })}
  ${field('Phone in the ticket', { name: 'phone', type: 'tel', maxlength: '18', value: wish.phone ?? '' })}`

const screenPart = (wish: Wish): string => `
  ${choice('locale', 'Language', wish.locale ?? 'en', [
    ['en', 'English'],
    ['ru', 'Русский'],
    ['ar', 'العربية'],
  ])}
  ${choice('presentation', '3-D Secure', wish.presentation, [
    ['dialog', 'In a dialog'],
    ['redirect', 'As a full page'],
  ])}`

const methodBoxes = (chosen: Wish['methods'] = [...methods]): string => `
  <fieldset><legend>Ways to pay</legend>${methods
    .map(
      (method) =>
        `<label class="box"><input type="checkbox" name="methods" value="${method}"${chosen.includes(method) ? ' checked' : ''}>${methodNames[method]}</label>`,
    )
    .join('')}</fieldset>`

/** The form that makes a new order. */
export const panel = (wish: Wish): string => `
<form class="order" action="/" method="get">
  ${orderPart(wish)}${shopperPart(wish)}${screenPart(wish)}${methodBoxes(wish.methods)}
  <button>New order</button>
</form>`
