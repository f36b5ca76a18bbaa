import { parseUrl } from '#bridge/parse-url.ts'
import { inEnglish, scriptTagTexts, type ScriptTagTexts } from '#texts/script-tag.ts'
import { preferredLocales } from '../i18n/preferred-locales.ts'
import { peek } from '../state/ticket.ts'

/** Marks the notice in a checkout until the element renders itself. */
const MARK = 'data-tender-notice'

/**
 * Shows in each checkout of a page that loading is slow or has failed, with a form that leads to the gateway's own
 * page, and a retry button if `retry` is given.
 */
export function showNotice(page: Document, message: 'slow' | 'failed', retry?: () => void): void {
  clearNotices(page)
  for (const checkout of page.querySelectorAll('tender-checkout')) {
    if (message === 'failed') checkout.setAttribute('state', message)
    placeOf(checkout).prepend(noticeFor(checkout, message, retry))
    setHidden(checkout, message === 'failed')
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
function noticeFor(checkout: Element, message: 'slow' | 'failed', retry?: () => void): Element {
  const notice = checkout.ownerDocument.createElement('div')
  notice.setAttribute(MARK, '')
  notice.setAttribute('role', message === 'failed' ? 'alert' : 'status')
  const show = (texts: ScriptTagTexts): void => notice.replaceChildren(...contentOf(checkout, texts, message, retry))
  show(inEnglish)
  const [locale, order] = ['locale', 'order'].map((name) => checkout.getAttribute(name) ?? '') as [string, string]
  const locales = preferredLocales(checkout, locale, peek(order).language)
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
  const action = parseUrl('/pay', checkout.getAttribute('src') ?? '')
  return [
    Object.assign(page.createElement('p'), { textContent: texts[message] }),
    ...(retry ? [button(page, 'retry', texts.retry, retry)] : []),
    ...(action ? [hostedPageForm(checkout, action.href, texts.bankPage)] : []),
  ]
}

/** A form that leads to the gateway's own page, as the element offers it too. */
function hostedPageForm(checkout: Element, action: string, words: string): HTMLFormElement {
  const page = checkout.ownerDocument
  const form = Object.assign(page.createElement('form'), { method: 'post', action, target: '_top' })
  const order = { type: 'hidden', name: 'order', value: checkout.getAttribute('order') ?? '' }
  form.append(Object.assign(page.createElement('input'), order), button(page, 'bank-page', words))
  return form
}

function button(page: Document, testId: string, words: string, press?: () => void): HTMLButtonElement {
  const made = Object.assign(page.createElement('button'), { textContent: words })
  made.dataset['testid'] = testId
  if (press) Object.assign(made, { type: 'button', onclick: press })
  return made
}
