import { escapeHtml } from '#contract/wire/escape-html.ts'
import { attributes, cssProperties, type AttributeDescription } from '#element/description.ts'
import type { Scenario } from '#sandbox/scenario/fault-switches.ts'
import { locales } from '#texts/locales.ts'
import { amountField, captureChoice, clientField, currencyChoice } from '../shop/panel.ts'
import { faultChoices } from '../shop/faults.ts'
import { methodNames } from '../shop/methods.ts'
import { asOptions, choice, field } from '../markup.ts'
import { tokenControl } from './token-control.ts'

/** What the page sets itself: the ticket, the proxy's address, and a name that only a form needs. */
const ownAttributes = new Set(['order', 'src', 'name'])

function attributeControl([name, { values, type, standard }]: readonly [string, AttributeDescription]): string {
  if (name === 'locale') return choice(name, name, '', asOptions('the page’s', [...locales.keys()]))
  if (type === 'boolean') return choice(name, name, '', asOptions('no', ['yes']))
  return values ? choice(name, name, '', asOptions(standard!, values)) : field(name, { name, maxlength: '100' })
}

const attributeControls = (): string =>
  Object.entries(attributes)
    .filter(([name]) => !ownAttributes.has(name))
    .map(attributeControl)
    .join('')

const tokenControls = (): string =>
  Object.keys(cssProperties)
    .map((name) => `<label>${name.replace('--tender-', '')}${tokenControl(name)}</label>`)
    .join('')

const orderControls = (): string => `
  ${amountField(4990)}${currencyChoice('978')}${captureChoice('one-phase')}
  ${choice('verify', 'Purpose', 'no', [
    ['no', 'A payment'],
    ['yes', 'Only store the card'],
  ])}
  ${clientField('')}
  ${choice('save', 'Store the card', '', asOptions('never', ['ask', 'required']))}
  ${choice('methods', 'Ways to pay', '', [['', 'all'], ...Object.entries(methodNames)])}`

const group = (kind: string, title: string, controls: string, isOpen = false): string =>
  `<details${isOpen ? ' open' : ''}><summary>${escapeHtml(title)}</summary>
<div class="order" data-kind="${kind}">${controls}</div></details>`

/** Every control beside the checkout; the page's script reads them by their kind. `faults` are those of all orders. */
export const controls = (faults: Scenario): string => `<form id="controls" class="column">
${group('attribute', 'The element', attributeControls(), true)}
${group('token', 'Tokens', tokenControls())}
${group('order', 'The order', orderControls(), true)}
${group('fault', 'Faults of the gateway and the bank', faultChoices(faults))}
</form>`
