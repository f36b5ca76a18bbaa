import { stands, standsReady, typeIn } from '../attack-pages.ts'
import { BREACH, type Attack } from '../attack.ts'
import { pressUntilItCounts } from '../../../support/press.ts'

/** Puts a service worker of the page's between the page and the network. */
export const serviceWorker: Attack = {
  name: 'service worker',
  does: 'answers the frame’s requests by a service worker of the page, or reads them',
  async run(pages) {
    const result = `navigator.serviceWorker.addEventListener('message', ({ data }) => received.push(data)); globalThis.working = navigator.serviceWorker.register('/worker.js').then(() => navigator.serviceWorker.ready)`
    const victim = await pages.enter({ script: result })
    await victim.page.evaluate('working.then(() => 1)')
    await victim.page.reload()
    await standsReady(victim)
    await typeIn(victim)
    await pressUntilItCounts(victim.card.getByTestId('pay'))
    await stands(victim, 'declined')
    const observed = (await victim.page.evaluate('received')) as string[]
    const isControlling = await victim.page.evaluate(() => navigator.serviceWorker.controller !== null)
    await victim.context.close()
    if (!isControlling) throw new Error('The service worker does not work at all')
    return observed.some((line) => /\/(api|card|assets)\b/.test(line))
      ? [`${BREACH}it saw the frame's requests`, ...observed]
      : observed
  },
}
