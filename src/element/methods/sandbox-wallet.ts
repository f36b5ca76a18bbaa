import type { RequestedData } from '#contract/payment-methods.ts'
import { mayVisit } from '#browser/visitable.ts'
import type { ElementContext } from '../element-context.ts'
import { linkedController } from '../state/linked-controller.ts'
import { css } from './dialog-styles.ts'
import { payerOf, type Contact } from './contact.ts'
import { base64Of, plainButton } from './wallet.ts'
import type { Bill, SheetRequest, SheetResult, Wallet } from './wallet.ts'

/** A flask, so that nobody takes it for a real wallet. */
const FLASK =
  'M9.5 3.5h5M10.5 3.5v6L5 18.25a1.5 1.5 0 0 0 1.3 2.25h11.4a1.5 1.5 0 0 0 1.3-2.25L13.5 9.5v-6M7.75 14.5h8.5'

/** Milliseconds within which a sheet must send its first message. */
export const SHEET_TIMEOUT = 8_000

/** Added to the name of a sandbox wallet; its button shows both, as the real ones show a logo. */
const MARK = '(sandbox)'

/** As large with every font as the real buttons, whose words are pictures; three of them have room in one row of a phone. */
const BUTTON_STYLE =
  'padding: 0 4px; font-size: min(15px, 3.9vw); line-height: 1.15; white-space: nowrap; background-color: var(--text); color: var(--background)'

/** An offer of any wallet, with the address of the sheet that replaces it. */
export interface SandboxOffer {
  readonly merchantName: string
  readonly networks: readonly string[]
  readonly asks?: readonly RequestedData[] | undefined
  readonly gatewayMerchantId?: string
  readonly authMethods?: readonly string[]
  readonly sheet: string
}

export interface SandboxWalletHost {
  readonly context: Pick<ElementContext, 'clock' | 'random'>
  /** Where the sheet's dialog is put. */
  readonly place: HTMLElement
}

/** A wallet of the sandbox: its sheet is a page in a frame, and the sandbox's gateway accepts its token. */
export const sandboxWallet = (offer: SandboxOffer, host: SandboxWalletHost): Wallet => ({
  mark: MARK,
  picture: { path: FLASK },
  isAvailable: async () => mayVisit(offer.sheet),
  button(appearance) {
    const button = plainButton(appearance)
    button.style.cssText = BUTTON_STYLE
    button.translate = false
    const mark = document.createElement('small')
    mark.style.cssText = 'display: block; font-size: 12px; font-weight: 400'
    mark.textContent = MARK
    button.replaceChildren(appearance.name, ' ', mark)
    return button
  },
  pay: (request) => pay(offer, request, host),
})

/** A message of a sheet, with the nonce that the sheet was opened with. */
interface Message {
  readonly tender?: unknown
  readonly nonce?: unknown
  readonly ready?: true
  readonly cancelled?: true
  /** The token as the wallet returns it, before its Base64. */
  readonly token?: unknown
  /** The payer data that it collected. */
  readonly contact?: Contact
}

async function pay(
  offer: SandboxOffer,
  request: SheetRequest,
  { context, place }: SandboxWalletHost,
): Promise<SheetResult | 'cancelled'> {
  const nonce = context.random.uuid()
  const address = addressOf(offer, request, nonce)
  const over = new AbortController()
  const { dialog, frame } = sheetFor(address, offer.merchantName)
  adoptStyles(place.getRootNode() as ShadowRoot)
  place.append(dialog)
  try {
    return await new Promise((resolve, reject) => {
      const cancel = (): void => resolve('cancelled')
      const { signal } = over
      const shown = linkedController(signal)
      const onMessage = ({ data, source, origin }: MessageEvent<Message | null>): void => {
        if (source !== frame.contentWindow || origin !== address.origin) return
        if (data?.tender !== 'wallet' || data.nonce !== nonce) return
        shown.abort()
        if (data.ready) focusAnew(frame)
        if (data.cancelled) cancel()
        if (typeof data.token === 'string') resolve(resultOf(offer, data.token, data.contact))
      }
      addEventListener('message', onMessage, { signal })
      request.signal.addEventListener('abort', cancel, { signal })
      for (const event of ['cancel', 'close']) dialog.addEventListener(event, cancel, { signal })
      dialog.addEventListener('click', ({ target }) => target === dialog && cancel(), { signal })
      context.clock.sleep(SHEET_TIMEOUT, shown.signal).then(
        () => reject(new Error(`The sandbox wallet at ${address.origin} does not answer: see frame-src.`)),
        () => undefined,
      )
      dialog.showModal()
    })
  } finally {
    over.abort()
    dialog.remove()
  }
}

const resultOf = ({ asks }: SandboxOffer, token: string, contact: Contact = {}): SheetResult => ({
  paymentToken: base64Of(token),
  ...(asks && { payer: payerOf(asks, contact) }),
  conclude: () => {},
})

function addressOf(offer: SandboxOffer, { bill, locale }: SheetRequest, nonce: string): URL {
  const address = new URL(offer.sheet)
  address.search = new URLSearchParams({ ...queryOf(offer, bill), locale, nonce, origin: location.origin }).toString()
  return address
}

const queryOf = (offer: SandboxOffer, { orderNumber, amount, currency }: Bill) => ({
  orderNumber,
  amount: String(amount),
  currency,
  merchantName: offer.merchantName,
  networks: offer.networks.join(),
  ...(offer.gatewayMerchantId && { merchant: offer.gatewayMerchantId }),
  ...(offer.authMethods && { authMethods: offer.authMethods.join() }),
  ...(offer.asks && { asks: offer.asks.join() }),
})

let styles: CSSStyleSheet | undefined

/** Adds the style of the dialog to a shadow root, once. */
function adoptStyles(root: ShadowRoot): void {
  if (!styles) (styles = new CSSStyleSheet()).replaceSync(css)
  if (!root.adoptedStyleSheets.includes(styles)) root.adoptedStyleSheets = [...root.adoptedStyleSheets, styles]
}

/** In Chromium a frame that had the focus before its document, which is in another process, may lose it. */
function focusAnew(frame: HTMLIFrameElement): void {
  frame.blur()
  frame.focus()
}

function sheetFor({ href }: URL, title: string) {
  const dialog = document.createElement('dialog')
  const frame = document.createElement('iframe')
  dialog.className = 'wallet'
  dialog.setAttribute('aria-label', title)
  frame.setAttribute('sandbox', 'allow-scripts allow-same-origin allow-forms')
  frame.referrerPolicy = 'no-referrer'
  frame.title = title
  frame.src = href
  dialog.append(frame)
  return { dialog, frame }
}
