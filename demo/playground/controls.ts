import { escapeHtml } from '#router/hop.ts'
import { attributes, cssProperties, type AttributeDescription } from '#element/description.ts'
import { locales } from '#texts/locales.ts'
import { amountField, captureChoice, clientField, currencyChoice } from '../shop/panel.ts'
import { faultChoices } from '../shop/faults.ts'
import { choice, field } from '../markup.ts'

type Option = readonly [value: string, text: string]

/** The values in backquotes of a description, such as `above` or `floating`. */
const valuesIn = (what: string): readonly string[] => [...what.matchAll(/`([\w.-]+)`/g)].map(([, value]) => value!)

const unset: Option = ['', 'default']

const asOptions = (values: readonly string[]): readonly Option[] => [
  unset,
  ...values.map((value) => [value, value] as const),
]

/** What the page sets itself: the ticket, the proxy's address, and a name that only a form needs. */
const ownAttributes = new Set(['order', 'src', 'name'])

function attributeControl([name, { values, type }]: readonly [string, AttributeDescription]): string {
  if (name === 'locale') return choice(name, name, '', asOptions([...locales.keys()]))
  if (type === 'boolean') return choice(name, name, '', [unset, ['yes', 'set']])
  return values ? choice(name, name, '', asOptions(values)) : field(name, { name, maxlength: '100' })
}

const attributeControls = (): string =>
  Object.entries(attributes)
    .filter(([name]) => !ownAttributes.has(name))
    .map(attributeControl)
    .join('')

const tokenControls = (): string =>
  Object.entries(cssProperties)
    .map(([name, { what, standard, syntax }]) => {
      const label = name.replace('--tender-', '')
      if (syntax === '<custom-ident>') return choice(name, label, '', asOptions(valuesIn(what)))
      const placeholder = standard.replaceAll('`', '')
      return field(label, { name, maxlength: '60', placeholder, ...(syntax === '<color>' && { 'data-color': '' }) })
    })
    .join('')

const orderControls = (): string => `
  ${amountField(4990)}${currencyChoice('978')}${captureChoice('one-phase')}
  ${choice('verify', 'Purpose', 'no', [
    ['no', 'A payment'],
    ['yes', 'Only store the card'],
  ])}
  ${clientField('')}
  ${choice('save', 'Store the card', '', asOptions(['never', 'ask', 'required']))}
  ${choice('methods', 'Ways to pay', '', [
    ['', 'all'],
    ['card', 'card'],
    ['binding', 'stored cards'],
    ['applePay', 'Apple Pay'],
    ['googlePay', 'Google Pay'],
  ])}`

const group = (kind: string, title: string, controls: string, isOpen = false): string =>
  `<details${isOpen ? ' open' : ''}><summary>${escapeHtml(title)}</summary>
<div class="order" data-kind="${kind}">${controls}</div></details>`

/** Every control beside the checkout; the page's script reads them by their kind. */
export const controls = (): string => `<form id="controls" class="column">
${group('attribute', 'The element', attributeControls(), true)}
${group('token', 'Tokens', tokenControls())}
${group('order', 'The order', orderControls(), true)}
${group('fault', 'Faults of the gateway and the bank', faultChoices())}
</form>`
