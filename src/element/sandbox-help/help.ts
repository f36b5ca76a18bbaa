import type { Opened } from '#bridge/protocol.ts'
import type { ElementContext } from '../element-context.ts'
import { linesOfMisuse, type Checked } from '../trace/misuse.ts'
import { sheet } from './styles.ts'

export interface HelpHost extends Checked {
  /** In its shadow root. */
  readonly renderRoot: DocumentFragment | HTMLElement
  exportTrace(): Promise<string>
}

interface HelpOptions {
  readonly host: HelpHost
  readonly context: Pick<ElementContext, 'complain'>
}

/**
 * Shows the sandbox's help below the form, collapsed: a page of the sandbox's console, with test cards, faults and
 * messages, and the steps of this checkout. The help for another order replaces it. Mistakes of the page are reported in
 * the browser's console.
 */
export function showHelp({ host, context }: HelpOptions, { sandbox, outcome }: Opened): void {
  for (const line of linesOfMisuse(host)) context.complain(line)
  const root = host.renderRoot.getRootNode() as ShadowRoot
  const box = root.querySelector<HTMLElement>('.box')!
  const former = box.querySelector('.help')
  const help = helpFor(host, box, `${sandbox}/help`, outcome.orderNumber)
  if (former) return former.replaceWith(help)
  root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet()]
  box.append(help)
}

function helpFor(host: HelpHost, box: HTMLElement, page: string, order: string): HTMLElement {
  // In English whatever the shopper reads: it is for developers.
  const help = element('details', { className: 'help', lang: 'en', dir: 'ltr' })
  help.dataset['testid'] = 'sandbox-help'
  const lines = element('ol', { tabIndex: 0, ariaLabel: 'Steps of this checkout' })
  const read = async (): Promise<void> =>
    lines.replaceChildren(...linesIn(await host.exportTrace()).map((textContent) => element('li', { textContent })))
  const steps = [
    element('h3', { textContent: 'Steps of this checkout' }),
    lines,
    button('Read them again', read),
    button('Copy the trace', async () => navigator.clipboard.writeText(await host.exportTrace())),
  ]
  help.append(element('summary', { textContent: 'Sandbox: test cards, faults, messages' }))
  help.addEventListener('toggle', () => {
    // A panel that was never opened fetches nothing of the console.
    if (!help.querySelector('iframe')) help.append(frameOf(page, order, box), ...steps)
    void read()
  })
  return help
}

function frameOf(page: string, order: string, box: HTMLElement): HTMLIFrameElement {
  const { scheme = 'light' } = box.dataset
  const query = new URLSearchParams({ order, origin: location.origin, scheme })
  const frame = element('iframe', { title: 'Sandbox', referrerPolicy: 'no-referrer' })
  frame.setAttribute('sandbox', 'allow-scripts allow-same-origin allow-forms')
  frame.src = `${page}?${query.toString()}`
  const onMessage = ({ source, origin, data }: MessageEvent<{ readonly tender?: unknown } | null>): void => {
    if (!frame.isConnected) return removeEventListener('message', onMessage)
    if (source !== frame.contentWindow || origin !== new URL(page).origin || data?.tender !== 'test-card') return
    const card = box.querySelector<HTMLIFrameElement>('.place iframe')
    // Only the document of a proxy in front of a sandbox has a listener for it.
    card?.contentWindow?.postMessage(data, new URL(card.src).origin)
  }
  addEventListener('message', onMessage)
  return frame
}

function button(textContent: string, pressed: () => Promise<void>): HTMLElement {
  const made = element('button', { type: 'button', textContent })
  made.addEventListener('click', () => void pressed())
  return made
}

const element = <Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  properties: Partial<HTMLElementTagNameMap[Name]>,
): HTMLElementTagNameMap[Name] => Object.assign(document.createElement(name), properties)

/** A step as `exportTrace()` writes it. */
interface Step {
  /** Milliseconds since the first one. */
  readonly at: number
  readonly step: string
  readonly [member: string]: unknown
}

const linesIn = (trace: string): readonly string[] =>
  (JSON.parse(trace) as { readonly steps: readonly Step[] }).steps.map(({ at, step, ...rest }) =>
    [`${at} ms`, step, ...Object.entries(rest).map(([name, value]) => `${name}: ${String(value)}`)].join(' · '),
  )
