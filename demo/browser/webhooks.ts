/** The webhooks that the shop's server has received about an order. */

import { cell } from './timeline.ts'

interface Webhook {
  readonly type: string
  readonly timestamp: string
  readonly data: { readonly current?: { readonly orderNumber: string } }
}

function row({ type, timestamp, data }: Webhook): HTMLLIElement {
  const line = document.createElement('li')
  line.append(cell('time', timestamp.slice(11, 19)), cell('b', type), cell('span', data.current?.orderNumber ?? ''))
  return line
}

const EVERY_MS = 2000

/** Lists them while the part of the page is open, and reads them again and again. */
export function showWebhooks(list: HTMLElement): void {
  const part = list.closest('details')!
  const read = async (): Promise<void> => {
    const answer = await fetch(list.dataset['from']!)
    const all = (await answer.json()) as readonly Webhook[]
    list.replaceChildren(...(all.length ? all.map(row) : [cell('li', 'None has come yet.')]))
  }
  let timer: ReturnType<typeof setInterval> | undefined
  const follow = (): void => {
    clearInterval(timer)
    if (!part.open) return
    void read()
    timer = setInterval(() => void read(), EVERY_MS)
  }
  part.addEventListener('toggle', follow)
  follow()
}
