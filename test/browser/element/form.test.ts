import { afterEach, describe, expect, test } from 'vitest'
import { outcomes } from '../../unit/element/outcomes.ts'
import { mounted, pay, ripe } from './fixture.ts'

afterEach(() => document.body.replaceChildren())

const complete = { complete: true, brand: 'visa', invalid: [] }

/** A checkout in a form of the shop, beside a field of its own. */
async function inForm(attributes: Record<string, string> = { name: 'order' }) {
  const made = await mounted(attributes)
  const form = document.createElement('form')
  form.innerHTML = '<input name="note" value="by noon">'
  document.body.append(form)
  form.append(made.element)
  await ripe(made.element)
  return { ...made, form }
}

describe('in a form', () => {
  test('its value is the order number, under its name; nothing of the card is sent', async () => {
    const { element, form } = await inForm()
    expect(Object.fromEntries(new FormData(form))).toEqual({ note: 'by noon', order: 'A-1001' })
    expect([element.value, element.name, element.form]).toEqual(['A-1001', 'order', form])
    element.name = 'number'
    expect([...new FormData(form).keys()]).toEqual(['note', 'number'])
    element.removeAttribute('name')
    expect([...new FormData(form).keys()]).toEqual(['note'])
  })

  test('it is invalid until the card form is complete', async () => {
    const { element, fixture, form } = await inForm()
    expect([element.checkValidity(), form.checkValidity(), element.matches(':invalid')]).toEqual([false, false, true])
    expect([element.validity.valueMissing, element.validationMessage]).toEqual([true, expect.stringMatching(/\w/)])
    await fixture.host.progressed(complete)
    expect([element.checkValidity(), form.checkValidity(), element.matches(':valid')]).toEqual([true, true, true])
    await fixture.host.progressed({ ...complete, complete: false, invalid: ['cvc'] })
    expect([element.reportValidity(), form.checkValidity()]).toEqual([false, false])
  })

  test('a form that is sent too early stays, and the shopper is led to the card', async () => {
    const { form, shadow } = await inForm()
    let sent = 0
    form.addEventListener('submit', (event) => {
      event.preventDefault()
      sent += 1
    })
    form.requestSubmit()
    expect(sent).toBe(0)
    expect(shadow.activeElement).toBe(shadow.querySelector('iframe'))
  })

  test.each(['paid', 'pending', 'declined'] as const)('it is valid once it is %s', async (state) => {
    const { element, fixture, form } = await inForm()
    await pay(fixture, element)
    await fixture.host.concluded(outcomes[state])
    await ripe(element)
    expect([element.state, form.checkValidity()]).toEqual([state, true])
  })

  test('it is valid where there is no card form', async () => {
    const { element, fixture } = await inForm()
    await fixture.host.opened({ ...fixture.opened(outcomes.open), card: false })
    await ripe(element)
    expect(element.checkValidity()).toBe(true)
  })

  test('a reset of the form empties the card form', async () => {
    const { fixture, form } = await inForm()
    form.reset()
    expect(fixture.request).toContain('reset')
  })
})

describe('several on a page', () => {
  test('each has its own frame, order and state', async () => {
    const one = await mounted()
    const other = await mounted()
    await pay(one.fixture, one.element)
    await one.fixture.host.concluded(outcomes.paid)
    await ripe(one.element)
    expect([one.element.state, other.element.state]).toEqual(['paid', 'ready'])
    expect(document.querySelectorAll('[state=ready]')).toHaveLength(1)
  })
})

test('in a dialog that is opened later it is ready, and closing the dialog keeps its frame', async () => {
  const { element, fixture, shadow } = await mounted()
  const dialog = document.createElement('dialog')
  document.body.append(dialog)
  dialog.append(element)
  await ripe(element)
  const frame = shadow.querySelector('iframe')
  dialog.showModal()
  dialog.close()
  dialog.showModal()
  await ripe(element)
  expect([element.state, shadow.querySelector('iframe'), fixture.openings.length]).toEqual(['ready', frame, 2])
})

test('in the shadow root of another component it belongs to the form there, and pays', async () => {
  const { element, fixture } = await mounted({ name: 'order' })
  const outer = document.createElement('div')
  const form = document.createElement('form')
  document.body.append(outer)
  outer.attachShadow({ mode: 'open' }).append(form)
  form.append(element)
  await ripe(element)
  expect([element.state, [...new FormData(form).keys()], form.checkValidity()]).toEqual(['ready', ['order'], false])
  await pay(fixture, element)
  await fixture.host.concluded(outcomes.paid)
  await ripe(element)
  expect([element.state, form.checkValidity()]).toEqual(['paid', true])
})
