import { testCards } from '#sandbox/cards/test-cards.ts'
import { stateOf, stands, typeIn, type AttackPages, type Victim } from '../attack-pages.ts'
import { BREACH, inPage, type Attack, type Learned } from '../attack.ts'
import { pressUntilItCounts } from '../../../support/press.ts'

const challenged = testCards.find(({ threeDs, method }) => threeDs === 'challenge' && !method)!

/** A payment that waits for the bank's code. */
export async function atTheBank(pages: AttackPages, acsPage?: string): Promise<Victim> {
  const context = await pages.browser.newContext()
  if (acsPage !== undefined)
    await context.route(`${pages.stack.addresses.acs}/**`, (route) =>
      route.fulfill({ contentType: 'text/html', body: acsPage }),
    )
  const victim = await pages.enter({ context })
  await typeIn(victim, challenged)
  await pressUntilItCounts(victim.card.getByTestId('pay'))
  await stands(victim, 'authenticating')
  await victim.page.locator('tender-checkout iframe[src*="/3ds?"]').waitFor({ state: 'attached' })
  await victim.page.waitForTimeout(600)
  return victim
}

async function status(pages: AttackPages, victim: Victim): Promise<Learned> {
  const state = await stateOf(victim)
  const { orderStatus } = await pages.orderAt(victim.orderNumber)
  const paid = state === 'paid' || orderStatus === 1 || orderStatus === 2
  return paid ? [`${BREACH}paid without the bank’s code`] : [`${state} ${orderStatus}`]
}

const forged = (name: string, does: string, code: string): Attack => ({
  name: `3-D Secure: ${name}`,
  does,
  async run(pages, victim) {
    const learned = await inPage(victim, code)
    await victim.page.waitForTimeout(500)
    return [...learned, ...(await status(pages, victim))]
  },
})

const FRAMES = `const frames = [...document.querySelector('tender-checkout').shadowRoot.querySelectorAll('iframe')].map(({ contentWindow }) => contentWindow), { src } = document.querySelector('tender-checkout');`

/** Attacks that try to end the bank's step without the bank. */
export const forgeries: readonly Attack[] = [
  forged(
    'forged return',
    'posts to every frame that the shopper is back',
    `${FRAMES} for (const frame of frames) for (const nonce of [...received, '', null]) for (const tender of ['returned', 'method', 'tender:port']) frame.postMessage({ tender, nonce }, '*'); await pause(300); return received`,
  ),
  forged(
    'forged return inside',
    'posts the same to the frames within the frames',
    `${FRAMES} for (const frame of frames) for (let at = 0; at < frame.length; at += 1) frame[at].postMessage({ tender: 'returned', nonce: '' }, '*'); await pause(200); return received`,
  ),
  forged(
    'return page',
    'loads the return page in a frame of its own',
    `${FRAMES} for (const query of ['', '?k=', '?k=x.y', '?n=1']) document.body.append(Object.assign(document.createElement('iframe'), { src: src + '/3ds/return' + query })); await pause(400); return received`,
  ),
  forged(
    'bank’s frame led away',
    'leads the bank’s frame to a page of its own',
    `${FRAMES} for (const frame of frames) for (let at = 0; at < frame.length; at += 1) try { frame[at].location = location.origin + '/mine' } catch {} await pause(400); return received`,
  ),
  forged(
    'forged result events',
    'dispatches the events of a paid order',
    `const checkout = document.querySelector('tender-checkout'); for (const type of ['tender-paid', 'tender-held']) checkout.dispatchEvent(new CustomEvent(type, { detail: { state: 'paid' }, bubbles: true, composed: true })); await pause(200); return checkout.state`,
  ),
]

/** The attempts of a compromised bank's page on the page around it, at once and when the shopper clicks in it. */
const badPage = (away: string): string => `<!doctype html><body style="height: 100vh">Press here<script>
const tried = [], attempt = (name, act) => { try { tried.push(name + ': ' + act()) } catch (error) { tried.push(name + ': ' + error.message) } }
const away = ${JSON.stringify(away)}
const tryAll = () => {
attempt('top location', () => (top.location = away))
attempt('top open', () => open(away, '_top'))
attempt('parent open', () => open(away, '_parent'))
attempt('link', () => { const link = Object.assign(document.createElement('a'), { href: away, target: '_top' }); document.body.append(link); link.click() })
attempt('form', () => { const form = Object.assign(document.createElement('form'), { action: away, target: '_top' }); document.body.append(form); form.submit() })
attempt('top document', () => top.document.body.innerHTML)
attempt('parent document', () => parent.document.body.innerHTML)
attempt('sibling document', () => top[0].document.body.innerHTML)
attempt('opener', () => opener && opener.document)
attempt('alert', () => alert('Your card again, please'))
attempt('javascript', () => (parent.location = 'javascript:alert(1)'))
for (const tender of ['returned', 'tender:port', 'method']) parent.postMessage({ tender, nonce: '' }, '*')
top.postMessage(tried, '*')
}
tryAll()
addEventListener('click', ({ isTrusted }) => isTrusted && tryAll())
</script>`

/** The path to which it navigates the shop's page. */
const AWAY = '/led-away'

export const badBank: Attack = {
  name: '3-D Secure: bank’s page gone bad',
  does: 'leads the shop’s page away when the shopper clicks in it, reaches for its documents, asks for the card in a dialog',
  async run(pages): Promise<Learned> {
    const victim = await atTheBank(pages, badPage(pages.hostile.unlisted + AWAY))
    let dialogs = 0
    victim.page.on('dialog', (dialog) => ((dialogs += 1), void dialog.dismiss()))
    await clickIn(victim, pages.stack.addresses.acs)
    await victim.page.waitForTimeout(400)
    const isThere = victim.page.url().startsWith(pages.hostile.listed)
    const tried = isThere ? await inPage(victim, 'return received') : []
    const learned = [...tried, ...(isThere ? await status(pages, victim) : [`${BREACH}the shop’s page was led away`])]
    await victim.context.close()
    return dialogs > 0 ? [`${BREACH}a dialog over the shop’s page`, ...learned] : learned
  },
}

/** Whether the same page, in a frame without a sandbox, can navigate the page around it. */
export async function leadsAway({ browser, hostile }: AttackPages): Promise<boolean> {
  const context = await browser.newContext()
  const page = await context.newPage()
  const bad = hostile.unlisted + hostile.show({ body: badPage(hostile.unlisted + AWAY) })
  await page.goto(hostile.listed + hostile.show({ body: `<iframe src="${bad}" width="400" height="400"></iframe>` }))
  await clickIn({ page }, bad)
  const isAway = await page
    .waitForURL(({ pathname }) => pathname === AWAY)
    .then(
      () => true,
      () => false,
    )
  await context.close()
  return isAway
}

/** Clicks as the shopper; without a click browsers let no frame navigate the page. */
async function clickIn({ page }: Pick<Victim, 'page'>, address: string): Promise<void> {
  let frame = page.frames().find((one) => one.url().startsWith(address))
  frame ??= await page.waitForEvent('framenavigated', (one) => one.url().startsWith(address))
  await frame.locator('body').click()
}
