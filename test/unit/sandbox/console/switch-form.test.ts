import { afterEach, expect, test } from 'vitest'
import { buildJournal } from '#ports/journal.ts'
import { buildConsole } from '#sandbox/console/build-console.ts'
import { buildSwitches, noFaults } from '#sandbox/scenario/fault-switches.ts'
import { shiftedClock } from '#sandbox/scenario/shifted-clock.ts'
import { fakeClock } from '../../../support/clock.ts'

const shop = 'https://shop.example'

let open: ReturnType<typeof buildConsole> | undefined
afterEach(() => open?.close())

function openConsole() {
  const clock = shiftedClock(fakeClock())
  const switches = buildSwitches()
  const app = (open = buildConsole({
    clock,
    switches,
    journal: buildJournal(clock),
    cards: [],
    orders: { all: () => [], numberOf: () => undefined },
    allowedOrigins: () => [shop],
  }))
  const page = async (url: string): Promise<string> => (await app.inject(url)).body
  /** Sends a form of a page as a browser does, without its other controls. */
  const submit = (url: string, form: string) => {
    const [, action = ''] = /action="([^"]+)"/.exec(form)!
    const hidden = [...form.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)">/g)]
    return app.inject({
      method: 'POST',
      url: action,
      payload: new URLSearchParams(hidden.map(([, name, value]) => [name!, value!])).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded', referer: url },
    })
  }
  return { switches, page, submit }
}

/** The switches that a page has a visible control for. */
const controlsOf = (html: string): string[] =>
  [...html.matchAll(/<(?:select|input) name="(\w+)"/g)].map(([, name]) => name!)

const resetOf = (html: string): string | undefined => /<form[^>]* class="reset">[^]*?<\/form>/.exec(html)?.[0]

test('there is a control for every switch, and nothing is changed at first', async () => {
  const html = await openConsole().page('/')
  expect(controlsOf(html)).toEqual(expect.arrayContaining(Object.keys(noFaults)))
  expect(html).not.toContain('changed</span>')
  expect(resetOf(html)).toBeUndefined()
})

test('a changed switch says so, and one press sets all of them back', async () => {
  const { switches, page, submit } = openConsole()
  switches.set({ callbacks: 'never', statusDelay: 250, framing: 'refused' })
  const html = await page('/')
  expect(html.match(/class="is-changed"/g)).toHaveLength(3)
  expect(html).toContain('Around it <span class="changed">2 changed</span>')
  expect(html).toContain('3-D Secure <span class="changed">1 changed</span>')
  expect((await submit('/', resetOf(html)!)).statusCode).toBe(303)
  expect(switches.read()).toEqual(noFaults)
})

test('the switches of one order are set back alone', async () => {
  const { switches, page, submit } = openConsole()
  switches.set({ callbacks: 'never' })
  switches.orders.set('A-17', { paymentAnswer: 'lost-after' })
  const html = await page('/?order=A-17')
  expect(html.match(/class="is-changed"/g)).toHaveLength(1)
  expect(html).not.toContain('name="issuing"')
  expect((await submit('/?order=A-17', resetOf(html)!)).statusCode).toBe(303)
  expect([switches.orders.of('A-17'), switches.read().callbacks]).toEqual([{}, 'never'])
})

test('it leads back to the shop that uses it', async () => {
  expect(await openConsole().page('/')).toContain(`<a href="${shop}">To the shop</a>`)
})
