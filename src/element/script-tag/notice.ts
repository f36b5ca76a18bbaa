import { inEnglish, scriptTagTexts, type ScriptTagTexts } from '#texts/script-tag.ts'
import { preferredLocales } from '../i18n/preferred-locales.ts'
import { peek } from '../state/ticket.ts'
import { button, given, hostedPageForm } from '../hosted-page-form.ts'

/** That loading is slow, that it has failed, or that the page as it is made cannot have a checkout. */
type Message = 'slow' | 'failed' | 'unusable'

/** Marks the notice in a checkout until the element renders itself. */
const MARK = 'data-tender-notice'

/**
 * Shows a message in each checkout of a page, with a form that leads to the gateway's own
 * page, and a retry button if `retry` is given.
 */
export function showNotice(page: Document, message: Message, retry?: () => void): void {
  clearNotices(page)
  for (const checkout of page.querySelectorAll('tender-checkout')) {
    if (message !== 'slow') checkout.setAttribute('state', 'failed')
    placeOf(checkout).prepend(noticeFor(checkout, message, retry))
    setHidden(checkout, message !== 'slow')
  }
}

export function clearNotices(page: Document): void {
  for (const checkout of page.querySelectorAll('tender-checkout')) {
    placeOf(checkout).querySelector(`[${MARK}]`)?.remove()
    setHidden(checkout, false)
  }
}

/** Where a notice is seen: a checkout with an early frame shows its shadow tree only. */
const placeOf = (checkout: Element): Element | ShadowRoot => checkout.shadowRoot ?? checkout

/** A form that nothing can send is hidden; what was typed into it stays for the retry. */
function setHidden(checkout: Element, isHidden: boolean): void {
  checkout.shadowRoot?.querySelector('.box')?.toggleAttribute('hidden', isHidden)
}

/** A notice in English, until the texts of the requested language are there. */
function noticeFor(checkout: Element, message: Message, retry?: () => void): Element {
  const notice = checkout.ownerDocument.createElement('div')
  notice.setAttribute(MARK, '')
  notice.setAttribute('role', message === 'slow' ? 'status' : 'alert')
  const show = (texts: ScriptTagTexts): void => notice.replaceChildren(...contentOf(checkout, texts, message, retry))
  show(inEnglish)
  const locales = preferredLocales(checkout, given(checkout, 'locale'), peek(given(checkout, 'order')).language)
  void scriptTagTexts(...locales).then((texts) => texts !== inEnglish && show(texts))
  return notice
}

function contentOf(checkout: Element, texts: ScriptTagTexts, message: Message, retry?: () => void): readonly Element[] {
  const page = checkout.ownerDocument
  return [
    Object.assign(page.createElement('p'), { textContent: texts[message] }),
    ...(retry ? [button(page, 'retry', texts.retry, retry)] : []),
    ...hostedPageForm(checkout, texts.bankPage),
  ]
}
