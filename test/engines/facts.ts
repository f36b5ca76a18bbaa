import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { testCard } from '#testing/cards.ts'
import { until } from '#testing/until.ts'
import type { Stack } from '../../demo/stack.ts'
import type { Window } from './browser.ts'
import type { Engine } from './engines.ts'
import { bank, card, click, page, pay, stateIs, stateOf, textOf, typeCard, typeInto } from './shopper.ts'

/** What a browser does about one promise of the isolation. */
export interface Fact {
  readonly name: string
  /** The same in all engines, or one value for each. */
  readonly expected: unknown
  readonly differs?: Partial<Readonly<Record<Engine['name'], unknown>>>
  /** Left out where a test of Chromium alone shows it in more detail. */
  readonly notIn?: Engine['name']
  /** Begins at the demo shop's page, with the form ready. */
  read(window: Window, stack: Stack): Promise<unknown>
}

const plain = testCard({ threeDs: 'none', outcome: 'paid' })
const challenged = testCard({ threeDs: 'challenge', method: false, outcome: 'paid' })

const REFUSED = 'refused'

async function atBank(window: Window): Promise<void> {
  await typeCard(window, challenged)
  await pay(window)
  await textOf(window, bank, '[data-testid="sms-code"]')
}

/** Counts the presses that reach the frame. */
const countPresses = (window: Window): Promise<void> =>
  window.evaluate(card, () => {
    Object.assign(globalThis, { presses: 0 })
    addEventListener('click', () => ((globalThis as { presses?: number }).presses! += 1), true)
  })

const pressed = (window: Window): Promise<number> =>
  window.evaluate(card, () => (globalThis as { presses?: number }).presses!)

/** Serves a page of an origin that the proxy does not list, which frames an address. */
async function strangersPage(framed: string): Promise<{ address: string; close(): void }> {
  const server = createServer((_, response) => {
    response
      .setHeader('content-type', 'text/html')
      .end(`<!doctype html><iframe name="framed" src="${framed}"></iframe>`)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    address: `http://localhost:${(server.address() as AddressInfo).port}/`,
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}

const cardAddress = (window: Window): Promise<string> =>
  window.evaluate(page, () => {
    const { shadowRoot } = document.querySelector('tender-checkout')!
    return shadowRoot!.querySelector<HTMLIFrameElement>('iframe[src*="/card?"]')!.src
  })

export const facts: readonly Fact[] = [
  {
    name: 'the card frame makes no markup of text (Trusted Types)',
    expected: REFUSED,
    read: (window) =>
      window.evaluate(card, () => {
        try {
          document.createElement('div').innerHTML = '<b>text</b>'
          return 'made'
        } catch {
          return 'refused'
        }
      }),
  },
  {
    name: 'the card frame applies no style attribute (CSP)',
    expected: REFUSED,
    read: (window) =>
      window.evaluate(card, () => {
        const made = document.body.appendChild(document.createElement('p'))
        made.setAttribute('style', 'opacity: 0.5')
        const { opacity } = getComputedStyle(made)
        made.remove()
        return opacity === '1' ? 'refused' : 'applied'
      }),
  },
  {
    name: 'the card frame sends nothing to another origin (CSP)',
    expected: REFUSED,
    read: (window, { addresses }) =>
      window.evaluate(
        card,
        (shop) =>
          fetch(`${shop}/healthz`, { mode: 'no-cors' }).then(
            () => 'sent',
            () => 'refused',
          ),
        addresses.shop,
      ),
  },
  {
    name: 'the page cannot read the card frame',
    expected: [null, REFUSED],
    read: (window) =>
      window.evaluate(page, () => {
        const { shadowRoot } = document.querySelector('tender-checkout')!
        const { contentDocument, contentWindow } =
          shadowRoot!.querySelector<HTMLIFrameElement>('iframe[src*="/card?"]')!
        try {
          return [contentDocument, String(contentWindow!.document.body)]
        } catch {
          return [contentDocument, 'refused']
        }
      }),
  },
  {
    name: 'the card frame has an agent cluster of its own origin',
    expected: true,
    differs: { WebKit: null },
    read: (window) =>
      window.evaluate(card, () => (globalThis as { originAgentCluster?: boolean }).originAgentCluster ?? null),
  },
  {
    name: 'the card frame learns the origin of the shop at most',
    expected: true,
    read: (window, { addresses }) =>
      window.evaluate(card, (shop) => ['', `${shop}/`].includes(document.referrer), addresses.shop),
  },
  {
    name: 'the card frame has no camera, and its place is not read',
    expected: REFUSED,
    read: (window) =>
      window.evaluate(
        card,
        () =>
          new Promise<string>((resolve) => {
            if (!('geolocation' in navigator)) return resolve('refused')
            navigator.geolocation.getCurrentPosition(
              () => resolve('read'),
              ({ code }) => resolve(code === 1 ? 'refused' : `error ${code}`),
            )
          }),
      ),
  },
  {
    name: 'a page of another origin cannot frame the card form (frame-ancestors)',
    expected: REFUSED,
    async read(window) {
      const stranger = await strangersPage(await cardAddress(window))
      await window.goto(stranger.address)
      const hasForm = await until(
        () => window.evaluate(['iframe[name="framed"]'], () => document.querySelector('form') !== null && 'framed'),
        () => '',
        3_000,
      ).catch(() => REFUSED)
      stranger.close()
      return hasForm
    },
  },
  {
    name: 'the card form does not open as a page of its own',
    expected: REFUSED,
    async read(window) {
      await window.goto(await cardAddress(window))
      return window.evaluate(page, () => (document.querySelector('form') ? 'opened' : 'refused'))
    },
  },
  {
    name: 'the bank’s page learns nothing from the referrer',
    expected: '',
    async read(window) {
      await atBank(window)
      return window.evaluate(bank, () => document.referrer)
    },
  },
  {
    name: 'the bank’s page cannot lead the whole page away (sandbox)',
    expected: 'authenticating',
    async read(window) {
      await atBank(window)
      await window.evaluate(bank, () => {
        try {
          top!.location.href = 'about:blank'
        } catch {
          // Refused at once; a browser may also refuse it later.
        }
      })
      await new Promise((resolve) => setTimeout(resolve, 1_000))
      return stateOf(window)
    },
  },
  {
    name: 'a press counts though the page showed the button for less than half a second',
    expected: false,
    differs: { Firefox: true },
    notIn: 'Chromium', // test/campaigns/isolation/attacks/presses.ts
    async read(window) {
      await typeCard(window, plain)
      await countPresses(window)
      while (!(await pressed(window))) {
        await window.evaluate(page, hideForAWhile)
        await window.click(card, '[data-testid="pay"]').catch(() => undefined)
      }
      await new Promise((resolve) => setTimeout(resolve, 2_000))
      return (await stateOf(window)) !== 'ready'
    },
  },
  {
    name: 'a press through a cover counts',
    expected: false,
    differs: { Firefox: true, WebKit: true },
    async read(window) {
      await typeCard(window, plain)
      await countPresses(window)
      await window.evaluate(page, () => {
        const cover = document.body.appendChild(document.createElement('div'))
        Object.assign(cover.style, {
          position: 'fixed',
          inset: '0',
          background: '#fff',
          pointerEvents: 'none',
          zIndex: '9',
        })
      })
      await new Promise((resolve) => setTimeout(resolve, 1_000))
      while (!(await pressed(window))) await window.click(card, '[data-testid="pay"]')
      await new Promise((resolve) => setTimeout(resolve, 2_000))
      return (await stateOf(window)) !== 'ready'
    },
  },
  {
    name: 'the second press of a double click counts, whose first press closed what was in front',
    expected: false,
    notIn: 'Firefox', // WebDriver BiDi gives it the presses in a frame, whatever is in front
    async read(window) {
      await typeCard(window, plain)
      await countPresses(window)
      await window.evaluate(page, () => {
        const cover = document.body.appendChild(document.createElement('div'))
        Object.assign(cover.style, { position: 'fixed', inset: '0', background: '#fff', zIndex: '9' })
        cover.addEventListener('mousedown', () => cover.remove())
      })
      await new Promise((resolve) => setTimeout(resolve, 1_000))
      await window.doubleClick(card, '[data-testid="pay"]')
      await new Promise((resolve) => setTimeout(resolve, 2_000))
      return (await stateOf(window)) !== 'ready'
    },
  },
  {
    name: 'a root font of 62.5 % makes anything in the form smaller',
    expected: false,
    async read(window) {
      const sizes = (): Promise<readonly unknown[]> =>
        Promise.all([
          window.evaluate(page, () => document.querySelector('tender-checkout')!.getBoundingClientRect().height),
          window.evaluate(card, () =>
            [...document.querySelectorAll('body *')].map((one) => getComputedStyle(one).fontSize),
          ),
        ])
      const before = await sizes()
      await window.evaluate(page, () => void (document.documentElement.style.fontSize = '62.5%'))
      await new Promise((resolve) => setTimeout(resolve, 500))
      return JSON.stringify(await sizes()) !== JSON.stringify(before)
    },
  },
  {
    name: 'a payment breaks no policy of the page or the frame',
    expected: [0, 0],
    async read(window) {
      const count = (): void => {
        Object.assign(globalThis, { violations: 0 })
        addEventListener(
          'securitypolicyviolation',
          () => ((globalThis as { violations?: number }).violations! += 1),
          true,
        )
      }
      const counted = (): number => (globalThis as { violations?: number }).violations!
      await window.evaluate(page, count)
      await window.evaluate(card, count)
      await typeInto(window, 'cc-number', plain.pan.slice(0, -1))
      await click(window, card, '[data-testid="pay"]')
      const inFrame = await window.evaluate(card, counted)
      await window.reload()
      await stateIs(window, 'ready')
      await window.evaluate(page, count)
      await typeCard(window, plain)
      await pay(window)
      await stateIs(window, 'paid')
      return [inFrame, await window.evaluate(page, counted)]
    },
  },
]

/**
 * Moves the checkout out of sight for so long that a browser may report it to the frame, then back for less than half a
 * second, and out again; runs in the page.
 */
async function hideForAWhile(): Promise<void> {
  const checkout = document.querySelector<HTMLElement>('tender-checkout')!
  checkout.style.translate = '0 -9000px'
  await new Promise((resolve) => setTimeout(resolve, 3_000))
  checkout.style.translate = ''
  setTimeout(() => (checkout.style.translate = '0 -9000px'), 400)
}
