/** The sandbox's timeline: the messages between all parties. */

interface Message {
  readonly at: number
  readonly from: string
  readonly to: string
  readonly what: string
  readonly detail?: string
  readonly order?: string
}

export const cell = (tag: string, text: string): HTMLElement =>
  Object.assign(document.createElement(tag), { textContent: text })

/** What the gateway answers about every order that nobody has begun to pay, which is no error. */
const unknown = 'errorCode 6: There is no order with this number'

function row({ at, from, to, what, detail }: Message, first: number): HTMLLIElement {
  const line = document.createElement('li')
  line.append(
    cell('time', `+${((at - first) / 1000).toFixed(2)} s`),
    cell('b', `${from} → ${to}`),
    cell('span', [what, detail === unknown ? 'not registered yet (errorCode 6)' : detail].filter(Boolean).join(' · ')),
  )
  return line
}

/** Lines that the list keeps. */
const MAX_LINES = 300

/** Shows the timeline; renders many lines at once, since the stream begins with all earlier messages. */
export function follow(address: string, list: HTMLElement): void {
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
