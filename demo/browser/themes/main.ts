/**
 * The script of the documentation's page of themes, as the demo serves it: each theme of its tables becomes a button, and
 * each token has a control, of the checkout beside them; the address says how they are set.
 */

import { browserClock } from '#browser/clock.ts'
import { AddressBar } from '../playground/address-bar.ts'
import { LiveCheckout } from '../playground/live-checkout.ts'
import { addPickers } from '../playground/pickers.ts'
import { codeOf, queryOf, readSettings, restore, standardOf, type Settings } from '../playground/settings.ts'
import { TokenMessages } from './token-messages.ts'

const elementOf = <E extends HTMLElement>(id: string): E => document.getElementById(id) as E

const given = elementOf<HTMLTemplateElement>('live')
const { proxy = '', theme: standardTheme = '', place = '' } = given.dataset
/** The names in the first column of the page's tables. */
const names = new Map(
  [...document.querySelectorAll<HTMLElement>('.vp-doc td:first-child code')].map((code) => [code.textContent, code]),
)

// What a reader without the demo sees makes room for the checkout.
const placeholder = document.getElementById(place)
if (!placeholder) throw new Error(`docs/themes.md has no element "${place}", which the checkout takes the place of.`)
placeholder.replaceWith(...given.content.querySelectorAll('#live-words, #live-rail'))

const themes = [...given.content.querySelectorAll<HTMLButtonElement>('[data-theme]')]
for (const button of themes) names.get(button.dataset['theme']!)!.replaceWith(button)

for (const control of given.content.querySelectorAll<HTMLElement>('[data-token]')) {
  const row = names.get(control.dataset['token']!)!.closest('tr')!
  row.insertCell().append(control)
}
const table = document.querySelector<HTMLElement>('.vp-doc [data-token]')!.closest('table')!
table.dataset['kind'] = 'token'
const head = document.createElement('th')
head.textContent = 'Here'
table.tHead!.rows[0]!.append(head)

const live = new LiveCheckout(proxy, elementOf('live-place'), (text) => {
  elementOf('live-note').textContent = text
})
const address = new AddressBar(window, browserClock)
const messages = new TokenMessages(table)
/** The order has a card alone: what a theme changes is all in its form. */
const order = new Map([['methods', 'card']])
let theme = standardTheme
let version = 0

const read = (): Settings => ({
  ...readSettings(document),
  attribute: new Map(theme === standardTheme ? [] : [['theme', theme]]),
  order,
})

const frame = (): Promise<unknown> => new Promise(requestAnimationFrame)

/** Reads the controls, and brings the address, the code and the checkout in line with them. */
async function apply(): Promise<void> {
  const own = (version += 1)
  for (const button of themes) button.ariaPressed = String(button.dataset['theme'] === theme)
  const settings = read()
  address.show({ ...settings, order: new Map() })
  elementOf('live-code').textContent = codeOf(settings, proxy)
  elementOf<HTMLAnchorElement>('live-playground').href = `/playground?${queryOf(settings).toString()}`
  if (messages.tokens.length) {
    // The element says each mistake once, and again where it was taken back meanwhile, which takes it some frames.
    for (const token of messages.tokens) live.element.style.removeProperty(token)
    messages.clear()
    for (let count = 0; count < 4; count += 1) await frame()
    if (own !== version) return
  }
  live.show(settings)
  await live.open(settings)
}

function reset(): void {
  theme = standardTheme
  for (const control of table.querySelectorAll<HTMLInputElement | HTMLSelectElement>('[name]')) {
    control.value = standardOf(control)
    control.dispatchEvent(new Event('change'))
  }
  void apply()
}

const arrived = new URLSearchParams(location.search)
restore(document, arrived)
theme = themes.find((button) => button.dataset['theme'] === arrived.get('attribute.theme'))?.dataset['theme'] ?? theme
addPickers(table, () => void apply())
table.addEventListener('change', () => void apply())
for (const button of themes)
  button.addEventListener('click', () => {
    theme = button.dataset['theme']!
    void apply()
  })
elementOf('live-reset').addEventListener('click', reset)
elementOf('live-again').addEventListener('click', () => void live.renew(read()))
void apply()
