/** The playground's page script: the controls set up the checkout beside them, and the address says how. */

import { browserClock } from '#browser/clock.ts'
import { copyOnClick } from '../copy.ts'
import { cell, follow } from '../timeline.ts'
import { AddressBar } from './address-bar.ts'
import { LiveCheckout } from './live-checkout.ts'
import { addPickers } from './pickers.ts'
import { codeOf, readSettings, restore } from './settings.ts'

const elementOf = <E extends HTMLElement>(id: string): E => document.getElementById(id) as E

const { proxy = '', console: sandbox = '', events = '' } = document.body.dataset
const form = elementOf<HTMLFormElement>('controls')

const note = (text: string): void => {
  elementOf('note').textContent = text
}

const live = new LiveCheckout(proxy, elementOf('preview'), note)
const address = new AddressBar(window, browserClock)

/** Reads the controls, and brings the address, the code and the checkout in line with them. */
function apply(orderNumber?: string): void {
  const settings = readSettings(form)
  address.show(settings)
  live.show(settings)
  elementOf('code').textContent = codeOf(settings, proxy)
  void live.open(settings, orderNumber)
}

const MAX_EVENTS = 100

function list({ type, detail }: CustomEvent): void {
  const line = document.createElement('li')
  line.append(cell('b', type), cell('span', JSON.stringify(detail)))
  elementOf('events').prepend(line)
  while (elementOf('events').childElementCount > MAX_EVENTS) elementOf('events').lastElementChild!.remove()
}

const copyTo = (button: string, text: () => string): void =>
  elementOf(button).addEventListener('click', () => {
    void navigator.clipboard.writeText(text()).then(() => note('Copied'))
  })

const arrived = new URLSearchParams(location.search)
restore(form, arrived)
addPickers(form, () => apply())
form.addEventListener('change', () => apply())
form.addEventListener('submit', (event) => event.preventDefault())
for (const type of events.split(' ')) live.element.addEventListener(type, (event) => list(event as CustomEvent))
copyTo('copy-code', () => elementOf('code').textContent)
copyTo('copy-link', () => address.href)
copyOnClick()
const timeline = document.querySelector<HTMLElement>('#timeline')
if (timeline) follow(sandbox, timeline)
apply(arrived.get('orderNumber') ?? undefined)
