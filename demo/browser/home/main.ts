/** The script of the documentation's first page, as the demo serves it: a checkout takes the place of its picture. */

import { LiveCheckout } from '../playground/live-checkout.ts'
import type { Settings } from '../playground/settings.ts'

const given = document.querySelector<HTMLTemplateElement>('template#live')!
const { proxy = '', place = '' } = given.dataset
document.getElementById(place)!.replaceWith(...given.content.children)

const settings: Settings = { attribute: new Map(), token: new Map(), order: new Map(), fault: new Map() }
const note = document.getElementById('live-note')!
const live = new LiveCheckout(proxy, document.getElementById('live-place')!, (text) => {
  note.textContent = text
})
live.show(settings)
void live.open(settings)
