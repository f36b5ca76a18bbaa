import { inEnglish, scriptTagTexts, type ScriptTagTexts } from '#texts/script-tag.ts'
import { earlyPanel, styleEarly } from '../frames/panel.ts'
import { isHtml } from '../host-page.ts'
import { preferredLocales } from '../i18n/preferred-locales.ts'
import { button, given, hostedPageForm } from '../hosted-page-form.ts'

/** That loading is slow, that it has failed, or that the page as it is made cannot have a checkout. */
type Message = 'slow' | 'failed' | 'unusable'

/** Marks the notice in a checkout until the element renders itself. */
const MARK = 'data-tender-notice'

/**
 * Shows in each checkout of a page that loading is slow, over the place of the button, or why it has failed, in the place
 * of the form, with a form that leads to the gateway's own page, and a retry button if `retry` is given. The card frame
 * stays, with what was typed into it.
 */
export function showNotice(page: Document, message: Message, retry?: () => void): void {
  clearNotices(page)
  for (const checkout of page.querySelectorAll('tender-checkout')) {
    if (message !== 'slow') checkout.setAttribute('state', 'failed')
    placeOf(checkout).append(noticeFor(checkout, message, retry))
  }
}

export function clearNotices(page: Document): void {
  for (const checkout of page.querySelectorAll('tender-checkout'))
    (checkout.shadowRoot ?? checkout).querySelector(`[${MARK}]`)?.remove()
}

/** The panel, whose styles the notice has; a document of XML can have none. */
function placeOf(checkout: Element): Element {
  if (!isHtml(checkout.ownerDocument)) return checkout
  const { box } = earlyPanel(checkout)
  styleEarly(checkout)
  return box
}

/** A notice in English, until the texts of the requested language are there. */
function noticeFor(checkout: Element, message: Message, retry?: () => void): Element {
  const notice = checkout.ownerDocument.createElement('div')
  notice.setAttribute(MARK, '')
  notice.setAttribute('role', message === 'slow' ? 'status' : 'alert')
  notice.className = message === 'slow' ? 'late' : 'unavailable'
  const show = (texts: ScriptTagTexts): void => notice.replaceChildren(...contentOf(checkout, texts, message, retry))
  show(inEnglish)
  const locales = preferredLocales(checkout, given(checkout, 'locale'), given(checkout, 'order'))
  void scriptTagTexts(...locales).then((texts) => texts !== inEnglish && show(texts))
  return notice
}

function contentOf(checkout: Element, texts: ScriptTagTexts, message: Message, retry?: () => void): readonly Element[] {
  const page = checkout.ownerDocument
  return [
    Object.assign(page.createElement('p'), { className: 'alert', textContent: texts[message] }),
    ...(retry ? [button(page, 'retry', 'main', texts.retry, retry)] : []),
    ...(message === 'slow' ? [] : hostedPageForm(checkout, texts.bankPage)),
  ]
}
