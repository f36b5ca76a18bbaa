/** The playground's page script: the controls set up the checkout beside them, and the address says how. */

import { copyOnClick } from '../copy.ts'
import { cell, follow } from '../timeline.ts'
import { codeOf, queryOf, readSettings, restore, type Settings } from './settings.ts'

const one = <E extends HTMLElement>(id: string): E => document.getElementById(id) as E

const { proxy = '', console: sandbox = '', events = '' } = document.body.dataset
const form = one<HTMLFormElement>('controls')
const checkout = document.createElement('tender-checkout')
checkout.setAttribute('src', proxy)

const note = (text: string): void => {
  one('note').textContent = text
}

/** Attributes and tokens that are set, so that those that are no longer wanted can be taken away. */
let shown: Settings | undefined

/** Sets attributes and tokens of the checkout while it is shown. */
function show(settings: Settings): void {
  for (const name of shown?.attribute.keys() ?? []) if (!settings.attribute.has(name)) checkout.removeAttribute(name)
  for (const name of shown?.token.keys() ?? []) if (!settings.token.has(name)) checkout.style.removeProperty(name)
  for (const [name, value] of settings.attribute) checkout.setAttribute(name, value === 'yes' ? '' : value)
  for (const [name, value] of settings.token) checkout.style.setProperty(name, value)
  one('code').textContent = codeOf(settings, proxy)
  shown = settings
}

/** The order's part of a query: an order that differs in it is another one. */
const ofOrder = (query: URLSearchParams): string =>
  new URLSearchParams([...query].filter(([name]) => /^(?:order|fault)\./.test(name))).toString()

let ordered: string | undefined

/** Opens the order of the settings; a number in the address is that of an order which the shopper returns to. */
async function open(query: URLSearchParams, orderNumber?: string): Promise<void> {
  const wanted = ofOrder(query)
  if (wanted === ordered) return
  ordered = wanted
  const asked = new URLSearchParams(wanted)
  asked.set('back', query.toString())
  if (orderNumber) asked.set('order.orderNumber', orderNumber)
  const answer = await fetch(`/playground/order?${asked.toString()}`)
  const body = (await answer.json()) as {
    ticket?: string
    orderNumber?: string
    field?: string
    rule?: string
    message?: string
  }
  if (wanted !== ordered) return // another order was opened meanwhile
  if (!body.ticket) return note(`${body.field ?? 'This order'} ${body.rule ?? body.message ?? 'is refused'}.`)
  note(`Order ${body.orderNumber}`)
  checkout.setAttribute('order', body.ticket)
  if (!checkout.isConnected) one('stage').append(checkout)
}

/** Reads the controls, and brings the address, the code and the checkout in line with them. */
function apply(orderNumber?: string): void {
  const settings = readSettings(form)
  const query = queryOf(settings)
  history.replaceState(null, '', query.size ? `?${query.toString()}` : location.pathname)
  show(settings)
  void open(query, orderNumber)
}

/** A picker beside the text of a colour, which may be any CSS colour. */
function addPickers(): void {
  for (const text of form.querySelectorAll<HTMLInputElement>('[data-color]')) {
    const picker = document.createElement('input')
    picker.type = 'color'
    picker.setAttribute('aria-label', `Pick ${text.name}`)
    picker.addEventListener('input', () => {
      text.value = picker.value
      apply()
    })
    text.after(picker)
  }
}

const MAX_EVENTS = 100

/** Lists an event with its detail. */
function list({ type, detail }: CustomEvent): void {
  const line = document.createElement('li')
  line.append(cell('b', type), cell('span', JSON.stringify(detail)))
  one('events').prepend(line)
  while (one('events').childElementCount > MAX_EVENTS) one('events').lastElementChild!.remove()
}

const copyTo = (button: string, text: () => string): void =>
  one(button).addEventListener('click', () => {
    void navigator.clipboard.writeText(text()).then(() => note('Copied'))
  })

const arrived = new URLSearchParams(location.search)
restore(form, arrived)
addPickers()
form.addEventListener('change', () => apply())
form.addEventListener('submit', (event) => event.preventDefault())
for (const type of events.split(' ')) checkout.addEventListener(type, (event) => list(event as CustomEvent))
copyTo('copy-code', () => one('code').textContent)
copyTo('copy-link', () => location.href)
copyOnClick()
const timeline = document.querySelector<HTMLElement>('#timeline')
if (timeline) follow(sandbox, timeline)
apply(arrived.get('orderNumber') ?? undefined)
