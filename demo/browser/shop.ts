/** The demo shop's page script: copies card numbers and shows the sandbox's timeline. */

interface Message {
  readonly at: number
  readonly from: string
  readonly to: string
  readonly what: string
  readonly detail?: string
  readonly order?: string
}

const copied = async ({ target }: MouseEvent): Promise<void> => {
  const button = target instanceof Element ? target.closest<HTMLButtonElement>('[data-copy]') : null
  if (!button) return
  await navigator.clipboard.writeText(button.dataset['copy']!)
  button.textContent = 'Copied'
}

const cell = (tag: string, text: string): HTMLElement =>
  Object.assign(document.createElement(tag), { textContent: text })

function row({ at, from, to, what, detail }: Message, first: number): HTMLLIElement {
  const line = document.createElement('li')
  line.append(
    cell('time', `+${((at - first) / 1000).toFixed(2)} s`),
    cell('b', `${from} → ${to}`),
    cell('span', [what, detail].filter(Boolean).join(' · ')),
  )
  return line
}

/** Lines that the list keeps. */
const MAX_LINES = 300

/** Shows the timeline; renders many lines at once, since the stream begins with all earlier messages. */
function follow(address: string, list: HTMLElement): void {
  let first: number | undefined
  const received: HTMLLIElement[] = []
  const show = (): void => {
    list.append(...received.splice(0))
    while (list.childElementCount > MAX_LINES) list.firstElementChild!.remove()
    list.scrollTop = list.scrollHeight
  }
  const source = new EventSource(`${address}/timeline`)
  source.addEventListener('message', ({ data }: MessageEvent<string>) => {
    const message = JSON.parse(data) as Message
    first ??= message.at
    if (received.push(row(message, first)) === 1) requestAnimationFrame(show)
  })
}

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
if (taken) document.querySelector('.cards')?.prepend(benchCard(JSON.parse(taken) as BenchCard))

document.addEventListener('click', (event) => void copied(event))
follow(document.body.dataset['console']!, document.querySelector<HTMLElement>('#timeline')!)
