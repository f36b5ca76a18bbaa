import type { Frame, Page } from 'playwright'
import { isLength, tokenNames, tokens, type TokenRule } from '#contract/appearance/tokens.ts'
import { systemClock } from '#ports/system.ts'
import { openFrame, restyle } from '../bare-host.ts'
import type { Seen } from './frame.ts'
import type { Hostile } from '../themes.ts'
import type { Fixture } from '../fixture.ts'
import { cardFrame } from '../watch.ts'

const names = (is: (rule: TokenRule) => boolean): string => tokenNames.filter((name) => is(tokens[name])).join('|')

/**
 * The only properties and values that a shop's theme may set in the frame's style, a font or shadow only from a table;
 * and the height that the frame keeps by itself.
 */
const harmlessStyle = new RegExp(
  `^(?:--(?:${names((rule) => rule === 'colour')}): #[0-9a-f]{6}; ?` +
    `|--(?:${names(isLength)}): [\\d.]+px; ?` +
    `|--(?:label|button)-weight: [4-7]00; ?` +
    `|--kept: \\d+px; ?` +
    `|--font: [\\w, "'-]+; ?|--shadow: (?:none|[\\w. /()-]+); ?)*$`,
)

/** A shop's page without a policy of its own, so that only our checks keep a value from the network. */
const bareShop = (proxy: string, order: string): string =>
  `<!doctype html><title>…</title><script src="${proxy}/v1/checkout.js"></script>
<tender-checkout order="${order}" src="${proxy}"></tender-checkout>`

/**
 * Sends each hostile value to the card frame by its protocol, and sets it as a style of the element on the page; each
 * time the amount and the pay button must stay visible and usable, and the error must name the refused value.
 */
export async function runThemes(fixture: Fixture, hostile: readonly Hostile[]): Promise<Seen> {
  const seen = await fixture.watched({ reducedMotion: 'reduce' })
  const { shop, proxy } = fixture.stack.addresses
  const order = await fixture.ticketFor({ orderNumber: 'looks' })
  // Chromium treats a fulfilled page as one from the internet, which may not send requests to this machine.
  await seen.context.grantPermissions(['local-network-access'], { origin: shop })
  const text: string[] = []
  seen.page.on('console', (message) => void text.push(message.text()))
  await seen.page.route(`${shop}/bare`, (route) =>
    route.fulfill({ contentType: 'text/html', body: '<title>…</title>' }),
  )
  await seen.page.route(`${shop}/shop`, (route) =>
    route.fulfill({ contentType: 'text/html', body: bareShop(proxy, order) }),
  )
  await seen.page.goto(`${shop}/bare`)
  const faults = await byProtocol(seen.page, { proxy, order }, hostile)
  await seen.page.goto(`${shop}/shop`)
  await seen.page.locator('tender-checkout[state=ready]').waitFor()
  faults.push(...(await byStyle(seen.page, text, hostile)))
  await seen.close()
  return { payloads: hostile.length, fired: seen.fired, strayed: seen.strayed, faults }
}

async function byProtocol(
  page: Page,
  { proxy, order }: { proxy: string; order: string },
  hostile: readonly Hostile[],
): Promise<string[]> {
  await page.evaluate(openFrame, { proxy, order })
  const frame = cardFrame(page)
  await frame.locator('[data-testid=amount]').waitFor()
  const faults: string[] = []
  for (const { token, value } of hostile) {
    const refusal = await page.evaluate(restyle, { scheme: 'light', [token]: value })
    const isRefused = token === 'scheme' || refusal.includes(`"${token}"`)
    const wrong = isRefused ? await faultIn(frame) : `is not refused: ${refusal}`
    if (wrong) faults.push(`frame ${token} ${JSON.stringify(value.slice(0, 80))}: ${wrong}`)
  }
  return faults
}

async function byStyle(page: Page, text: string[], hostile: readonly Hostile[]): Promise<string[]> {
  const faults: string[] = []
  for (const { token, value } of hostile) {
    const property = token === 'scheme' ? 'color-scheme' : `--tender-${token}`
    text.length = 0
    const shown = await page.evaluate(apply, { property, value })
    const frame = cardFrame(page)
    const wrong = (await faultIn(frame)) ?? (await hiddenOn(page))
    const isTaken = (): Promise<string> =>
      frame.evaluate((name) => {
        const { style, dataset } = document.documentElement
        return style.getPropertyValue(`--${name}`) || (dataset[name] ?? '')
      }, token)
    const isNamed = (): boolean => text.some((line) => line.includes(`"${property}"`))
    const isAnswered = token === 'scheme' || !shown || (await soon(async () => isNamed() || (await isTaken()) !== ''))
    const fault = wrong ?? (isAnswered ? undefined : `is neither taken nor named: ${shown}`)
    if (fault) faults.push(`element ${property} ${JSON.stringify(value.slice(0, 80))}: ${fault}`)
  }
  return faults
}

/** Whether the condition becomes true within some seconds, for a busy machine. */
async function soon(isTrue: () => Promise<boolean>): Promise<boolean> {
  for (const pause of [0, 50, 100, 200, 400, 800, 1600]) {
    await systemClock.sleep(pause)
    if (await isTrue()) return true
  }
  return false
}

/** Runs on the page: replaces the last value by this one, and waits until the frame may have received it. */
async function apply({ property, value }: { property: string; value: string }): Promise<string> {
  const checkout = document.querySelector('tender-checkout') as HTMLElement
  const settled = async (): Promise<void> => {
    for (let left = 3; left > 0; left -= 1) await new Promise((next) => requestAnimationFrame(next))
  }
  checkout.removeAttribute('style')
  await settled()
  checkout.style.setProperty(property, value)
  await settled()
  return getComputedStyle(checkout).getPropertyValue(property).trim()
}

/** The fault in the form as it is shown now. */
async function faultIn(frame: Frame): Promise<string | undefined> {
  const style = await frame.evaluate(() => document.documentElement.getAttribute('style') ?? '')
  if (!harmlessStyle.test(style)) return `the frame's style is ${style}`
  return (await frame.evaluate(covered)) ?? undefined
}

/** Runs in the frame: whether the amount and the button are visible, not covered, and readable. */
function covered(): string | null {
  const button = document.querySelector<HTMLElement>('[type=submit]')!
  button.scrollIntoView()
  for (const one of [button, document.querySelector('[data-testid=amount]')!]) {
    const { left, top, width, height } = one.getBoundingClientRect()
    if (width < 20 || height < 12) return `${one.localName} is ${width} by ${height}`
    const above = document.elementFromPoint(left + width / 2, top + height / 2)
    if (!above || !button.contains(above)) return `${one.localName} is under ${above?.outerHTML ?? 'nothing'}`
  }
  const { color, backgroundColor, opacity, visibility } = getComputedStyle(button)
  const bright = (rgb: string): number =>
    (rgb.match(/[\d.]+/g) ?? [])
      .slice(0, 3)
      .map((part) => (Number(part) / 255) ** 2.2)
      .reduce((sum, part, at) => sum + part * [0.2126, 0.7152, 0.0722][at]!, 0.05)
  const [light, dark] = [bright(color), bright(backgroundColor)].toSorted((a, b) => b - a) as [number, number]
  if (light / dark < 4 || opacity !== '1' || visibility !== 'visible') return `${color} on ${backgroundColor}`
  return null
}

/** Whether a part of the element on the page covers its frame. */
const hiddenOn = (page: Page): Promise<string | undefined> =>
  page.evaluate(() => {
    const checkout = document.querySelector('tender-checkout')!
    const frame = checkout.shadowRoot!.querySelector('iframe')!
    frame.scrollIntoView({ block: 'center' })
    const { left, top, width, height } = frame.getBoundingClientRect()
    if (width < 200 || height < 200) return `the frame is ${width} by ${height}`
    const above = checkout.shadowRoot!.elementFromPoint(left + width / 2, top + height / 2)
    return above === frame ? undefined : `the frame is under ${above?.localName}`
  })
