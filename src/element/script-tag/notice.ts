import { inEnglish, scriptTagTexts, type ScriptTagTexts } from '#texts/script-tag.ts'
import { earlyPanel } from '../frames/panel.ts'
import { isHtml } from '../host-page.ts'
import { preferredLocales } from '../i18n/preferred-locales.ts'
import { peek } from '../state/ticket.ts'
import { button, given, hostedPageForm } from '../hosted-page-form.ts'

/** Marks the notice in a checkout until the element renders itself. */
const MARK = 'data-tender-notice'

/**
 * Shows in each checkout of a page that loading is slow, over the place of the button, or that it has failed, in the place
 * of the form, with a form that leads to the gateway's own page, and a retry button if `retry` is given. The card frame
 * stays, with what was typed into it.
 */
export function showNotice(page: Document, message: 'slow' | 'failed', retry?: () => void): void {
  clearNotices(page)
  for (const checkout of page.querySelectorAll('tender-checkout')) {
    if (message === 'failed') checkout.setAttribute('state', message)
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
  return checkout.shadowRoot?.querySelector('.box') ?? earlyPanel(checkout).box
}

/** A notice in English, until the texts of the requested language are there. */
function noticeFor(checkout: Element, message: 'slow' | 'failed', retry?: () => void): Element {
  const notice = checkout.ownerDocument.createElement('div')
  notice.setAttribute(MARK, '')
  notice.setAttribute('role', message === 'failed' ? 'alert' : 'status')
  notice.className = message === 'failed' ? 'unavailable' : 'late'
  const show = (texts: ScriptTagTexts): void => notice.replaceChildren(...contentOf(checkout, texts, message, retry))
  show(inEnglish)
  const locales = preferredLocales(checkout, given(checkout, 'locale'), peek(given(checkout, 'order')).language)
  void scriptTagTexts(...locales).then((texts) => texts !== inEnglish && show(texts))
  return notice
}

function contentOf(
  checkout: Element,
  texts: ScriptTagTexts,
  message: 'slow' | 'failed',
  retry?: () => void,
): readonly Element[] {
  const page = checkout.ownerDocument
  return [
    Object.assign(page.createElement('p'), { className: 'alert', textContent: texts[message] }),
    ...(retry ? [button(page, 'retry', 'main', texts.retry, retry)] : []),
    ...(message === 'failed' ? hostedPageForm(checkout, texts.bankPage) : []),
  ]
}
