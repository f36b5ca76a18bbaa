import { typeIn } from '../attack-pages.ts'
import { inPage, type Attack } from '../attack.ts'
import { pressUntilItCounts } from '../../../support/press.ts'

/**
 * A custom element of the page's own, defined under the same name first: it frames the card document without a sandbox,
 * acts as its host, and keeps all messages of the frame.
 */
const TAKEN = `globalThis.frameMessages = []
customElements.define('tender-checkout', class extends HTMLElement {
  connectedCallback() {
    const src = this.getAttribute('src')
    const frame = Object.assign(document.createElement('iframe'), { src: src + '/card?locale=en', allow: 'payment *; clipboard-read *', width: 500, height: 700 })
    addEventListener('message', ({ data, source }) => {
      if (source !== frame.contentWindow || data?.tender !== 'tender:hello') return
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = ({ data }) => {
        frameMessages.push(data)
        if (data.type === 'APPLY') port1.postMessage({ id: data.id, type: 'RAW', value: true })
      }
      source.postMessage({ tender: 'tender:port', nonce: data.nonce }, src, [port2])
      const opening = { ticket: this.getAttribute('order'), locale: 'en', appearance: { scheme: 'light' } }
      port1.postMessage({ id: 'open', type: 'APPLY', path: ['open'], argumentList: [{ type: 'RAW', value: opening }] })
    })
    this.attachShadow({ mode: 'open' }).append(frame)
  }
})`

/** Replaces the checkout during a whole payment. */
export const nameTaken: Attack = {
  name: 'tag name taken first',
  does: 'defines <tender-checkout> before the script tag does, and plays the host of the true card document',
  async run(pages, { canary }) {
    const victim = { ...(await pages.enter({ script: TAKEN, isRaw: true })), canary }
    const pay = victim.card.getByTestId('pay')
    await pay.waitFor()
    await typeIn(victim)
    await pressUntilItCounts(pay)
    // Only the frame's host receives the result.
    await victim.page.waitForFunction("frameMessages.some(({ path }) => path?.[0] === 'concluded')")
    const learned = await inPage(
      victim,
      'return [JSON.stringify(frameMessages), received, bags, document.documentElement.outerHTML]',
    )
    await victim.context.close()
    return learned
  },
}
