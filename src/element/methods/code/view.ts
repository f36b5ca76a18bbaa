import { html, nothing } from 'lit'
import type { TemplateResult } from 'lit'
import { BANK_PAGE, isByCode, labelIn } from '#contract/methods/methods.ts'
import { format, type Translation } from '../../i18n/locale-controller.ts'
import { meaningOf } from '../../state/errors.ts'
import { announcedTime, shownTime, timeIn } from '../../waiting/time-left.ts'
import type { CodeFlow } from './flow.ts'
import { marks } from './marks.ts'
import type { QrPicture } from './qr.ts'

export interface CodeView {
  readonly flow: Pick<CodeFlow, 'screen' | 'address' | 'left' | 'isAsking' | 'error' | 'renew' | 'leave'>
  readonly picture: QrPicture
  readonly method: string
  readonly orderNumber: string
  /** Whether another method may pay, too. */
  readonly hasOthers: boolean
  /** What is paid, in the words of the locale. */
  readonly sum: string
  readonly translation: Translation
  /** Whether the shopper holds what has the bank's app, so that a link opens it. */
  readonly isPhone: boolean
  readonly isOffline: boolean
}

type MaybeTemplate = TemplateResult | typeof nothing

/** The screen of a payment by a code, in the place of the form. */
export function viewOf(view: CodeView): TemplateResult {
  const { flow, sum } = view
  const problem = problemOf(view)
  return html`<div class="screen-area code-area">
    <div class="screen" part="screen" aria-busy=${flow.isAsking}>
      ${flow.screen === 'accepted' ? html`<span class="spinner"></span>` : markOf(view)}
      <h2 part="title" tabindex="-1" .textContent=${titleOf(view)}></h2>
      ${sum ? html`<div class="code-sum"><bdi translate="no" .textContent=${sum}></bdi></div>` : nothing}
      ${problem ? html`<div class="alert code-problem" part="alert" .textContent=${problem}></div>` : nothing}
      ${flow.screen === 'code' ? (isPage(view) ? pageOf(view) : codeOf(view)) : nothing}
      ${flow.screen === 'over' ? renewal(view) : nothing} ${wayBack(view)}
    </div>
  </div>`
}

/** What the live region says: what to do, the time when little is left, or what has happened. */
export function announcementOf(view: CodeView): string {
  const { flow, translation } = view
  const problem = problemOf(view)
  if (problem || flow.screen !== 'code') return problem || titleOf(view)
  const time = announcedTime(flow.left)
  if (time !== undefined) return timeText(translation, time)
  return stepsOf(view).join('. ')
}

function titleOf(view: CodeView): string {
  const { flow, method, orderNumber, translation } = view
  const { checkout } = translation.texts
  if (isPage(view))
    return flow.screen === 'over' ? checkout.expired : format(checkout.reference, { orderNumber }, translation)
  if (flow.screen === 'accepted') return checkout.codeAccepted
  if (flow.screen === 'over' && !flow.error) return checkout.codeOver
  return format(checkout.payWith, { wallet: nameOf(method, translation) }, translation)
}

function problemOf({ flow, method, translation, isOffline }: CodeView): string {
  const { checkout } = translation.texts
  if (isOffline) return checkout.troubleLost
  if (!flow.error) return ''
  // Only the code itself has a field: no other request would make it better.
  const text = flow.error.field ? 'troubleWallet' : meaningOf(flow.error.code).text
  return format(checkout[text], { wallet: nameOf(method, translation) }, translation)
}

const isPage = ({ method }: CodeView): boolean => method === BANK_PAGE

const nameOf = (method: string, { locale, texts }: Translation): string =>
  isByCode(method) ? labelIn(locale, method) : method === BANK_PAGE ? texts.checkout.bankPage : method

const markOf = ({ method }: CodeView): MaybeTemplate => (isByCode(method) ? marks[method] : nothing)

/** What the shopper does; a phone needs no scan. */
const stepsOf = (view: CodeView): readonly string[] => {
  const { translation, isPhone } = view
  const { bankPage, codeApp, codeScan, codeConfirm } = translation.texts.checkout
  return isPage(view) ? [bankPage] : [codeApp, ...(isPhone ? [] : [codeScan]), codeConfirm]
}

/** The way to the bank's page, which takes the place of the shop's. */
const pageOf = ({ flow, translation }: CodeView): TemplateResult =>
  html`<a
      class="code-app"
      part="button"
      data-testid="bank-page"
      href=${flow.address!}
      target="_top"
      .textContent=${translation.texts.checkout.bankPage}
    ></a>
    <p class="code-time" .textContent=${timeText(translation, shownTime(flow.left))}></p>`

/** A phone opens the bank's app by a link; any other screen is scanned by one, and has the link for those who cannot. */
function codeOf(view: CodeView): TemplateResult {
  const { flow, translation, isPhone } = view
  const { checkout } = translation.texts
  const address = flow.address!
  const link = html`<a
    class=${isPhone ? 'code-app' : 'code-link'}
    part=${isPhone ? 'button' : nothing}
    data-testid="code-app"
    href=${address}
    target="_blank"
    rel="noopener noreferrer"
    .textContent=${checkout.codeOpen}
  ></a>`
  const qr = view.picture.of(address, checkout.codeScan)
  const time = html`<p class="code-time" .textContent=${timeText(translation, shownTime(flow.left))}></p>`
  if (isPhone)
    return html`${link}
      <p .textContent=${checkout.codeConfirm}></p>
      ${time}
      <details class="code-other">
        <summary data-testid="code-show" .textContent=${checkout.codeShow}></summary>
        ${qr}
      </details>`
  return html`<div class="code-scan">
      ${qr}
      <ol class="code-steps">
        <li .textContent=${checkout.codeApp}></li>
        <li .textContent=${checkout.codeScan}></li>
        <li .textContent=${checkout.codeConfirm}></li>
      </ol>
    </div>
    ${time} ${link}`
}

const renewal = ({ flow, translation, method }: CodeView): TemplateResult =>
  html`<button
    class="main"
    part="button"
    data-testid="code-new"
    aria-disabled=${flow.isAsking}
    @click=${() => flow.renew()}
    .textContent=${translation.texts.checkout[method === BANK_PAGE ? 'tryAgain' : 'codeNew']}
  ></button>`

/** None once a bank has accepted the payment. */
const wayBack = ({ flow, translation, hasOthers }: CodeView): MaybeTemplate =>
  flow.screen === 'accepted'
    ? nothing
    : html`<button
        class="second"
        part="button"
        data-testid="code-back"
        aria-disabled=${flow.isAsking}
        @click=${() => flow.leave()}
        .textContent=${translation.texts.checkout[hasOthers ? 'codeBack' : 'challengeCancel']}
      ></button>`

const timeText = (translation: Translation, ms: number): string =>
  format(translation.texts.checkout.timeLeft, { time: timeIn(translation, ms, 'long') }, translation)
