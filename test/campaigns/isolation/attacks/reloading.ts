import { standsReady, typeIn, type AttackPages, type Victim } from '../attack-pages.ts'
import { inPage, type Attack, type Learned } from '../attack.ts'

/** Reads everything that is readable after the frame was changed. */
const READ_ALL = `const readAll = () => { const found = []; const into = (frames) => { for (let at = 0; at < frames.length; at += 1) try {
  found.push(frames[at].name, frames[at].document.documentElement.outerHTML, [...frames[at].document.querySelectorAll('input')].map(({ value }) => value)); into(frames[at].frames) } catch (error) { found.push(error.message) } }
into(window); try { found.push(cardFrame()?.contentDocument?.body.innerHTML) } catch {} return [found, received, bags] };
const leave = async (ms = 250) => { await pause(ms); return readAll() };`

/** An attack that changes the frame: the page is reloaded before it, and the card typed. */
const spoiling = (name: string, does: string, code: string): Attack => ({
  name,
  does,
  async run(_: AttackPages, victim: Victim): Promise<Learned> {
    const { page } = victim
    if (await page.evaluate('globalThis.isSpoilt === true')) await page.reload()
    await standsReady(victim)
    await typeIn(victim)
    return inPage(victim, `globalThis.isSpoilt = true; ${READ_ALL} ${code}`)
  },
})

const FOREIGN = '/foreign'
const thief = `<script>parent.postMessage([name, document.referrer, history.length, location.href, String(opener), performance.getEntries().map((one) => one.name), document.documentElement.outerHTML, sessionStorage.length], '*')</script>`

/** Attacks that change a frame with a typed card. */
export const spoilings: readonly Attack[] = [
  spoiling(
    'script as address',
    'sets the frame’s src to a script',
    `cardFrame().src = 'javascript:parent.postMessage(document.body.innerHTML, "*")'; return leave()`,
  ),
  spoiling(
    'script as location',
    'sets the frame’s location to a script',
    `try { cardFrame().contentWindow.location = 'javascript:parent.postMessage(document.body.innerHTML, "*")' } catch {} return leave()`,
  ),
  spoiling('srcdoc', 'swaps the document for its own', `cardFrame().srcdoc = ${JSON.stringify(thief)}; return leave()`),
  spoiling(
    'navigation',
    'leads the frame to its own page, which reads what is left',
    `cardFrame().src = '${FOREIGN}'; return leave()`,
  ),
  spoiling(
    'navigation and back',
    'leads the frame away and back by the history',
    `const frame = cardFrame(); frame.contentWindow.location = '${FOREIGN}'; await pause(300); history.back(); return leave(700)`,
  ),
  spoiling(
    'name and target',
    'names the frame and aims a link and a form at it',
    `cardFrame().name = 'aimed'; cardFrame().contentWindow.name; window.open('javascript:parent.postMessage(document.body.innerHTML,"*")', 'aimed'); const link = document.body.appendChild(Object.assign(document.createElement('a'), { href: '${FOREIGN}', target: 'aimed' })); link.click(); return leave()`,
  ),
  spoiling('frame moved', 'hangs the frame somewhere else', `document.body.append(cardFrame()); return leave(400)`),
  spoiling(
    'checkout moved',
    'hangs the checkout into a shadow tree of its own',
    `const box = document.body.appendChild(document.createElement('div')); box.attachShadow({ mode: 'open', delegatesFocus: true }).append(document.querySelector('tender-checkout')); await pause(400); return [box.shadowRoot.innerHTML, box.shadowRoot.activeElement?.value, received]`,
  ),
  spoiling(
    'checkout moved alive',
    'moves the checkout with its frame alive',
    `const box = document.body.appendChild(document.createElement('div')); (box.moveBefore ?? box.append).call(box, document.querySelector('tender-checkout'), null); return leave(400)`,
  ),
  spoiling(
    'sandbox taken off',
    'loads the frame again without its sandbox',
    `const frame = cardFrame(); frame.removeAttribute('sandbox'); frame.src += '?'; return leave(500)`,
  ),
  spoiling(
    'sandbox without origin',
    'loads the frame again with an origin of nobody',
    `const frame = cardFrame(); frame.setAttribute('sandbox', 'allow-scripts'); frame.src = frame.src; return leave(500)`,
  ),
  spoiling(
    'powers given',
    'loads the frame again with every power',
    `const frame = cardFrame(); frame.allow = 'clipboard-read *; clipboard-write *; display-capture *; payment *'; frame.src = frame.src; return leave(400)`,
  ),
  spoiling(
    'policy imposed',
    'imposes a policy that reports to the attacker',
    `const frame = cardFrame(); frame.csp = "script-src 'none'; report-uri /reported"; frame.src = frame.src; return leave(400)`,
  ),
  spoiling(
    'credentialless',
    'loads the frame again without credentials',
    `const frame = cardFrame(); frame.credentialless = true; frame.src = frame.src; return leave(400)`,
  ),
  spoiling(
    'popup',
    'opens the card document in a window of its own',
    `const popup = window.open(document.querySelector('tender-checkout').src + '/card'); await pause(500); let found; try { found = popup.document.documentElement.outerHTML } catch (error) { found = error.message } popup?.close(); return [found, received]`,
  ),
  spoiling(
    'two handshakes',
    'loads the frame again and answers its greeting first',
    `let got = []; addEventListener('message', (event) => { if (event.data?.tender !== 'tender:hello') return; event.stopImmediatePropagation(); const { port1, port2 } = new MessageChannel(); port1.onmessage = ({ data }) => got.push(...loot(data, 5)); event.source.postMessage({ tender: 'tender:port', nonce: event.data.nonce }, '*', [port2]); for (const path of [['open'], ['focus'], ['refresh'], ['reset'], ['again']]) port1.postMessage({ id: path[0], type: 'APPLY', path, argumentList: [] }) }, true); const frame = cardFrame(); frame.src = frame.src; await pause(500); return [got, received]`,
  ),
  spoiling(
    'forged order',
    'hands the checkout a ticket that it wrote itself',
    `const checkout = document.querySelector('tender-checkout'), [head, body, signature] = checkout.order.split('.'), plain = JSON.parse(atob(body.replaceAll('-', '+').replaceAll('_', '/'))), code = (value) => btoa(JSON.stringify(value)).replace(/=+$/, '').replaceAll('+', '-').replaceAll('/', '_')
    for (const ticket of [[head, code({ ...plain, amount: 1 }), signature], [code({ alg: 'none', typ: 'JWT' }), code({ ...plain, amount: 1 }), '']]) { checkout.order = ticket.join('.'); await pause(400); if (checkout.getAttribute('state') === 'ready') return 'BREACH the forged order can be paid' } return checkout.getAttribute('state')`,
  ),
]
