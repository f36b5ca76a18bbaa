/** The demo shop's page script: copies card numbers and shows the sandbox's timeline. */

import { copyOnClick } from './copy.ts'
import { cell, follow } from './timeline.ts'
import { showWebhooks } from './webhooks.ts'

interface IssuedCard {
  readonly pan: string
  readonly expiry: string
  readonly cvc: string
}

/** The card that was chosen in the bank's back office, shown before the test cards. */
function issuedCard({ pan, expiry, cvc }: IssuedCard): HTMLLIElement {
  const line = document.createElement('li')
  const copy = cell('button', 'Copy')
  const spaced = pan.replace(/(\d{4})(?=\d)/g, '$1 ')
  copy.className = 'copy'
  copy.dataset['copy'] = pan
  copy.setAttribute('aria-label', `Copy ${spaced}`)
  const number = cell('span', `${spaced} · ${expiry.slice(4)} / ${expiry.slice(2, 4)} · ${cvc}`)
  number.className = 'pan'
  number.dir = 'ltr'
  const what = cell('span', 'From the back office')
  what.className = 'what dim'
  line.dataset['testid'] = 'issued-card'
  line.append(copy, number, what)
  return line
}

const taken = sessionStorage.getItem('issued-card')
if (taken) {
  document.querySelector('.cards')?.prepend(issuedCard(JSON.parse(taken) as IssuedCard))
  document.querySelector<HTMLDetailsElement>('.developer')!.open = true
}

/** The sandbox's line below the form comes late; it takes the place that the page has kept for it. */
async function giveHelpItsPlace(section: Element): Promise<void> {
  await customElements.whenDefined('tender-checkout')
  const { shadowRoot } = section.querySelector('tender-checkout')!
  const look = (): void => {
    if (!shadowRoot!.querySelector('.help')) return
    section.classList.remove('awaits-help')
    observer.disconnect()
  }
  const observer = new MutationObserver(look)
  observer.observe(shadowRoot!, { childList: true, subtree: true })
  look()
}

const waiting = document.querySelector('.awaits-help')
if (waiting) void giveHelpItsPlace(waiting)

copyOnClick()
const timeline = document.querySelector<HTMLElement>('#timeline')
if (timeline) follow(document.body.dataset['console']!, timeline)
showWebhooks(document.querySelector<HTMLElement>('#webhooks')!)

const done = ['tender-paid', 'tender-held', 'tender-verified'] as const
for (const type of done)
  document.addEventListener(type, () => {
    const heading = document.querySelector<HTMLElement>('#pay')!
    heading.textContent = heading.dataset['after']!
    document.querySelector<HTMLElement>('.thanks')!.hidden = false
    document.querySelector('.hint')?.remove()
  })
