import type { CheckoutAttributes } from './frameworks.ts'
import { buttonTexts } from '#contract/appearance/appearance.ts'
import type { Token } from '#contract/appearance/tokens.ts'
import type { TenderEventMap } from './state/events.ts'
import { themeNames } from '#contract/appearance/presets.ts'

export { states } from './state/checkout-state.ts'

// What editors and docs/element.md show about the element. The build makes the manifest of it; no bundle contains it.

export interface AttributeDescription {
  readonly what: string
  /** The values that it may have, where they are counted. */
  readonly values?: readonly string[]
  readonly standard?: string
  /** Type of the property; text when absent. */
  readonly type?: 'boolean'
}

export const summary = 'A card checkout. The card is typed into a frame of the proxy’s origin; the page never sees it.'

export const attributes: Readonly<Record<keyof CheckoutAttributes, AttributeDescription>> = {
  order: {
    what: 'the ticket; when it changes, the new order is shown and what was typed is kept. One that is only signed anew (`iat`, `nbf`, `exp`, `jti`) is used from then on, and changes nothing else',
  },
  src: { what: 'the proxy’s address' },
  locale: {
    what: 'a BCP 47 tag, such as `pt-BR`, of one of [the languages](#languages); else the language of the ticket, the page or the browser',
  },
  presentation: {
    what: '`dialog` (default), or `redirect` for 3-D Secure as a full page',
    values: ['dialog', 'redirect'],
    standard: 'dialog',
  },
  theme: {
    what: '`auto` (default), `light`, `dark`, `minimal`, `soft` or `contrast`: see [themes](themes.md#themes)',
    values: themeNames,
    standard: 'auto',
  },
  layout: {
    what: '`stack` (default), `tabs` or `accordion`: how [the methods](#the-methods) are arranged',
    values: ['stack', 'tabs', 'accordion'],
    standard: 'stack',
  },
  'hide-button': {
    what: 'your page has a button of its own, which calls `submit()`; the form’s own is shown only where the shopper must press it, such as to pay by a stored card without its code',
    type: 'boolean',
  },
  debug: {
    what: 'logs each step in the console as it happens, as [`exportTrace()`](errors.md#the-trace-of-a-checkout) lists them',
    type: 'boolean',
  },
  'button-text': {
    what: 'what [the button](#the-button) says besides the amount: `pay` (default), `order`, `donate`, `subscribe`, or `save` where the card is stored as well',
    values: buttonTexts,
    standard: 'pay',
  },
  name: { what: 'in a form: the name of its value, the order number' },
}

export interface MethodDescription {
  readonly what: string
  readonly returns: string
}

export const methods: Readonly<Record<string, MethodDescription>> = {
  submit: {
    what: 'does what the pay button does; resolves with the result; `invalid` in it names the fields that are to be corrected',
    returns: 'Promise<Result>',
  },
  reset: { what: 'clears the form, or shows it again after a decline', returns: 'Promise<void>' },
  checkValidity: { what: 'whether the card form is complete, or is not shown', returns: 'boolean' },
  reportValidity: { what: 'the same; the browser also shows where something is missing', returns: 'boolean' },
  exportTrace: {
    what: 'resolves with the steps so far as JSON, without the card: see [the trace](errors.md#the-trace-of-a-checkout)',
    returns: 'Promise<string>',
  },
  focus: {
    what: 'moves the focus to the form, to the button of the wallet that is chosen, or to the heading of a result',
    returns: 'void',
  },
}

/** Properties without an attribute. */
export const properties: Readonly<Record<string, MethodDescription>> = {
  texts: { what: 'sentences of the page in place of the checkout’s own', returns: 'TextOverrides | undefined' },
}

/** Properties that only the element sets, beside `state`. */
export const readOnlyProperties: Readonly<Record<string, MethodDescription>> = {
  value: { what: 'the order number of the ticket', returns: 'string' },
  form: { what: 'the form around the element', returns: 'HTMLFormElement | null' },
  validity: { what: 'of the card form, as of any field', returns: 'ValidityState' },
  validationMessage: { what: 'the browser’s own sentence', returns: 'string' },
  willValidate: { what: 'whether a form asks for its validity', returns: 'boolean' },
}

export interface EventDescription {
  readonly when: string
  readonly detail: string
  /** Type of the event; one with the detail of its name when absent. */
  readonly type?: string
}

const receipt = (answer: string): string =>
  `the order and \`receipt?\`: \`brand?, lastDigits?, at?, paymentId?, approvalCode?, refNum?, ${answer}shop?, support?\``

export const events: Readonly<Record<keyof TenderEventMap, EventDescription>> = {
  'tender-ready': ofOrder('the form is ready for input', '`orderNumber, orderId?, amount, currency`'),
  'tender-change': {
    when: 'completeness, brand or errors changed, or another method was chosen: a wallet is complete, with `unknown` as its brand',
    detail: '`complete, brand, invalid`',
  },
  'tender-submit': {
    when: 'the shopper pays; `preventDefault()` stops it; `event.waitUntil(promise)` (also in `detail`) delays it, and `false` or a rejection stops it',
    detail: 'the order and `wallet?`',
    type: 'TenderSubmitEvent',
  },
  'tender-authenticate': ofOrder('the bank asks for confirmation'),
  'tender-paid': ofOrder('the gateway confirms the payment', receipt('bankAnswer?, ')),
  'tender-held': ofOrder('the gateway confirms that the amount is held', receipt('')),
  'tender-verified': ofOrder('the gateway confirms the card; nothing was paid', receipt('')),
  'tender-refunded': ofOrder(
    'the shop has refunded the payment, in full or in part',
    'the order, `refundedAmount` and `receipt?`',
  ),
  'tender-declined': ofOrder('the payment was declined: nothing was charged', 'the order, `reason` and `code?`'),
  'tender-cancelled': ofOrder('the payment was cancelled: nothing was charged', 'the order and `reason`'),
  'tender-expired': ofOrder(
    'nobody has paid in time: the gateway has ended the order, and nothing was charged',
    'the order, `reason` (`order_expired`) and `code?`',
  ),
  'tender-pending': ofOrder('not decided yet; the element keeps checking'),
  'tender-error': ofOrder('something failed', 'the order, `code`, `message`, `field?` and `traceId?`'),
}

function ofOrder(when: string, detail = 'the order'): EventDescription {
  return { when, detail }
}

export interface CssPropertyDescription {
  readonly what: string
  readonly standard: string
  readonly syntax: '<color>' | '<length>' | '<custom-ident>'
}

const ofToken: Readonly<Record<Token, CssPropertyDescription>> = {
  accent: {
    what: 'colour of the button and of what is chosen',
    standard: '`#2f55d4`, dark `#8fabff`',
    syntax: '<color>',
  },
  'on-accent': { what: 'colour of text on the button', standard: 'white or near black', syntax: '<color>' },
  background: { what: 'colour behind the form', standard: '`#ffffff`, dark `#16181d`', syntax: '<color>' },
  text: { what: 'colour', standard: '`#171a21`, dark `#eceef3`', syntax: '<color>' },
  muted: { what: 'colour of hints', standard: 'the text, lighter', syntax: '<color>' },
  border: { what: 'colour around fields', standard: 'the text, lighter', syntax: '<color>' },
  field: { what: 'colour of fields', standard: 'the background, in the dark lighter', syntax: '<color>' },
  focus: { what: 'colour of the ring around the focused control', standard: 'the accent', syntax: '<color>' },
  danger: { what: 'colour of errors', standard: '`#b3261e`, dark `#ffb3ab`', syntax: '<color>' },
  success: { what: 'colour of a paid order', standard: '`#0b7a4b`, dark `#5fd49b`', syntax: '<color>' },
  radius: { what: 'corners, 0 to 24px', standard: '10px', syntax: '<length>' },
  'field-radius': { what: 'corners of fields, 0 to 24px', standard: 'the radius', syntax: '<length>' },
  'button-radius': { what: 'corners of buttons, 0 to 36px', standard: 'the radius', syntax: '<length>' },
  'field-height': {
    what: '44 to 72px; a field with its label inside has at least 56px',
    standard: '48px',
    syntax: '<length>',
  },
  'button-height': { what: '44 to 72px', standard: '52px', syntax: '<length>' },
  'field-padding': { what: 'before the text of a field, 8 to 24px', standard: '13px', syntax: '<length>' },
  gap: { what: 'between fields, 8 to 32px', standard: '16px', syntax: '<length>' },
  padding: { what: 'around the form, 0 to 40px', standard: 'none, or 16px in a box', syntax: '<length>' },
  'text-size': { what: 'of what is typed, 16 to 22px', standard: '16px', syntax: '<length>' },
  'label-size': { what: '12 to 20px', standard: '12px, above separate fields 14px', syntax: '<length>' },
  'error-size': { what: 'of errors and hints, 12 to 18px', standard: '13px', syntax: '<length>' },
  'border-width': { what: '0 to 4px', standard: '1px', syntax: '<length>' },
  'focus-width': { what: '2 to 5px', standard: '2px', syntax: '<length>' },
  font: {
    what: '`system`, `serif`, `mono` or `rounded`: stacks of the system’s own fonts',
    standard: '`system`',
    syntax: '<custom-ident>',
  },
  'label-weight': {
    what: '`400`, `500`, `600` or `700`',
    standard: '`500`, above separate fields `600`',
    syntax: '<custom-ident>',
  },
  'button-weight': { what: '`400`, `500`, `600` or `700`', standard: '`600`', syntax: '<custom-ident>' },
  label: {
    what: '`above` what is typed, or `floating`: in its place until something is typed',
    standard: '`above`',
    syntax: '<custom-ident>',
  },
  fields: {
    what: '`outlined`, `filled` or `underlined`: those of a card are the rows of one box; or `separate`: each by itself, with its label above it',
    standard: '`outlined`',
    syntax: '<custom-ident>',
  },
  box: { what: 'around the form: `none`, `outlined` or `raised`', standard: '`none`', syntax: '<custom-ident>' },
  shadow: { what: 'of the button: `none`, `small` or `large`', standard: '`none`', syntax: '<custom-ident>' },
  motion: { what: '`calm` or `none`', standard: '`calm`', syntax: '<custom-ident>' },
}

/** The tokens of the theme. */
export const cssProperties: Readonly<Record<string, CssPropertyDescription>> = Object.fromEntries(
  Object.entries(ofToken).map(([name, described]) => [`--tender-${name}`, described]),
)

export const slots: Readonly<Record<string, string>> = {
  header: 'above the form',
  button: 'just below the form, for [`hide-button`](#attributes)',
  footer: 'after that',
  legal: 'at the end',
}

export const cssParts: Readonly<Record<string, string>> = {
  box: 'all that the element shows',
  screen: 'progress, a result or an error, in place of the form',
  title: 'the heading of a screen',
  button: 'a button of a screen',
  alert: 'why a wallet has sent nothing',
}
