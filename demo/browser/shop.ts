/** The demo shop's page script: copies card numbers and shows the sandbox's timeline. */

import { copyOnClick } from './copy.ts'
import { cell, follow } from './timeline.ts'
import { showWebhooks } from './webhooks.ts'

interface BenchCard {
  readonly pan: string
  readonly expiry: string
  readonly cvc: string
}

/** The card that was chosen on the issuing bench, shown before the test cards. */
function benchCard({ pan, expiry, cvc }: BenchCard): HTMLLIElement {
  const line = document.createElement('li')
  const copy = cell('button', 'Copy')
  const spaced = pan.replace(/(\d{4})(?=\d)/g, '$1 ')
  copy.className = 'copy'
  copy.dataset['copy'] = pan
  copy.setAttribute('aria-label', `Copy ${spaced}`)
  const number = cell('span', `${spaced} · ${expiry.slice(4)} / ${expiry.slice(2, 4)} · ${cvc}`)
  number.className = 'pan'
  number.dir = 'ltr'
  const what = cell('span', 'From the issuing bench')
  what.className = 'what dim'
  line.dataset['testid'] = 'bench-card'
  line.append(copy, number, what)
  return line
}

const taken = sessionStorage.getItem('bench-card')
if (taken) {
  document.querySelector('.cards')?.prepend(benchCard(JSON.parse(taken) as BenchCard))
  document.querySelector<HTMLDetailsElement>('.developer')!.open = true
}

copyOnClick()
const timeline = document.querySelector<HTMLElement>('#timeline')
if (timeline) follow(document.body.dataset['console']!, timeline)
showWebhooks(document.querySelector<HTMLElement>('#webhooks')!)

const done = ['tender-paid', 'tender-held', 'tender-verified'] as const
for (const type of done)
  document.addEventListener(type, () => {
    document.querySelector('#pay')!.textContent = 'Thank you'
    document.querySelector<HTMLElement>('.thanks')!.hidden = false
    document.querySelector('.hint')?.remove()
  })
