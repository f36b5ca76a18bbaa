import type { Entry, Party } from '#ports/journal.ts'
import { escaped } from '../xml.ts'

/** A message of a sequence diagram. */
export type Message = Pick<Entry, 'from' | 'to' | 'what' | 'detail'>

/** The parties from left to right: the shopper's side first, the bank's last. */
const order: readonly Party[] = ['shop', 'wallet', 'browser', 'proxy', 'gateway', '3DS server', 'ACS', 'issuer']

const LANE = 200
const ROW = 40
const TOP = 64
const SIDE = 70

const style = `text{font:12px system-ui,-apple-system,"Segoe UI",sans-serif;fill:#1f2328;paint-order:stroke;stroke:#fff;stroke-width:4px;stroke-linejoin:round}
.party{font-weight:600;font-size:13px;stroke:none}.quiet{fill:#59636e;font-size:11px}.back{fill:#fff}.head{fill:#f6f8fa;stroke:#8c959f}
.lifeline{stroke:#d1d9e0}.call{stroke:#0969da;fill:none;stroke-width:1.5}.tip{fill:#0969da}
@media(prefers-color-scheme:dark){text{fill:#f0f6fc;stroke:#0d1117}.quiet{fill:#9198a1}.back{fill:#0d1117}.head{fill:#151b23;stroke:#656c76}
.lifeline{stroke:#2a313c}.call{stroke:#4493f8}.tip{fill:#4493f8}}`

const sentence = ({ from, to, what, detail }: Message): string =>
  `${from} to ${to}: ${what}${detail ? ` (${detail})` : ''}`

/**
 * The messages with each request of the browser before what the proxy did for it: the journal notes a request when it is
 * answered.
 */
export function inOrder(messages: readonly Message[]): readonly Message[] {
  const drawn: Message[] = []
  let since = 0
  for (const message of messages) {
    const isRequest = message.from === 'browser' && message.to === 'proxy'
    if (isRequest) {
      drawn.splice(since, 0, { from: 'browser', to: 'proxy', what: message.what })
      drawn.push({ ...message, from: 'proxy', to: 'browser' })
    } else drawn.push(message)
    if (isRequest || [message.from, message.to].some((party) => atFront.has(party))) since = drawn.length
  }
  return drawn
}

/** Parties whose messages the proxy does not wait for while it answers the browser. */
const atFront: ReadonlySet<Party> = new Set(['browser', 'wallet', 'shop'])

/** The parties that send or receive one of the messages, from left to right. */
export const partiesOf = (messages: readonly Message[]): readonly Party[] =>
  order.filter((party) => messages.some(({ from, to }) => from === party || to === party))

function arrow({ from, to, what, detail }: Message, at: number, x: (party: Party) => number): string {
  const y = TOP + 24 + at * ROW
  const text = `<text x="${(x(from) + x(to)) / 2}" y="${y - 5}" text-anchor="middle">${escaped(what)}</text>`
  const below = detail
    ? `<text class="quiet" x="${(x(from) + x(to)) / 2}" y="${y + 12}" text-anchor="middle">${escaped(detail)}</text>`
    : ''
  if (from === to) return `${text}${below}`
  const tip = x(to) > x(from) ? -8 : 8
  return `<path class="call" d="M${x(from)} ${y}H${x(to) + tip}"/><path class="tip" d="M${x(to)} ${y}l${tip} -4v8z"/>${text}${below}`
}

/** The messages of one payment as a sequence diagram in SVG; its description has them in words. */
export function diagram(title: string, messages: readonly Message[]): string {
  const parties = partiesOf(messages)
  const x = (party: Party): number => SIDE + parties.indexOf(party) * LANE
  const [width, height] = [2 * SIDE + (parties.length - 1) * LANE, TOP + messages.length * ROW + 24]
  const heads = parties.map(
    (party) => `<path class="lifeline" d="M${x(party)} 46V${height - 12}"/>
<rect class="head" x="${x(party) - 52}" y="16" width="104" height="30" rx="6"/>
<text class="party" x="${x(party)}" y="36" text-anchor="middle">${party}</text>`,
  )
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-labelledby="title description">
<title id="title">${escaped(title)}</title>
<desc id="description">${escaped(messages.map(sentence).join('; '))}</desc>
<style>${style}</style>
<rect class="back" width="100%" height="100%" rx="8"/>
${heads.join('\n')}
${messages.map((message, at) => arrow(message, at, x)).join('\n')}
</svg>
`
}
