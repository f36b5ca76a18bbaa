import { parseUrl } from '#browser/parse-url.ts'

/**
 * What a checkout without templates was given, by its property or its attribute: an element that is not defined has no
 * properties, and Chromium passes no attribute from a document of XML to an element that is.
 */
export const given = (checkout: Element, name: 'order' | 'src' | 'locale'): string =>
  (checkout as Element & Partial<Record<string, string>>)[name] || (checkout.getAttribute(name) ?? '')

/** A form that leads to the gateway's own page, where no template can be rendered; nothing where `src` is no address. */
export function hostedPageForm(checkout: Element, words: string): readonly HTMLFormElement[] {
  const page = checkout.ownerDocument
  const action = parseUrl('/pay', given(checkout, 'src'))
  if (!action) return []
  const form = Object.assign(page.createElement('form'), { method: 'post', action: action.href, target: '_top' })
  const order = { type: 'hidden', name: 'order', value: given(checkout, 'order') }
  form.append(Object.assign(page.createElement('input'), order), button(page, 'bank-page', 'second', words))
  return [form]
}

export function button(
  page: Document,
  testId: string,
  className: 'main' | 'second',
  words: string,
  press?: () => void,
): HTMLButtonElement {
  const made = Object.assign(page.createElement('button'), { className, textContent: words })
  made.dataset['testid'] = testId
  if (press) Object.assign(made, { type: 'button', onclick: press })
  return made
}
