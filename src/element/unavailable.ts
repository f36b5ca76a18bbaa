import { retryImport } from '#browser/retry-import.ts'
import type { Clock } from '#contract/ports.ts'
import { locales } from '#texts/locales.ts'
import { language as en } from '#texts/languages/en.ts'
import type { PageTexts } from '#texts/texts.ts'
import { given, hostedPageForm } from './hosted-page-form.ts'
import { localeWanted } from './i18n/locale-controller.ts'

/**
 * Shows in place of a checkout that it is not available, and a form that leads to the gateway's own page: without a
 * template, which Lit cannot read in a document of XML. The texts are English until those of the locale are there.
 */
export async function showUnavailable(checkout: HTMLElement, clock: Clock): Promise<void> {
  await clock.sleep(0) // a parser of XML sets the attributes after the element has asked for its first update
  const page = checkout.ownerDocument
  const place = page.createElement('div')
  const show = (lang: string, dir: string, { checkout: { failed, bankPage } }: PageTexts): void => {
    const alert = Object.assign(page.createElement('p'), { className: 'alert', textContent: failed })
    alert.setAttribute('role', 'alert')
    Object.assign(place, { lang, dir }).replaceChildren(alert, ...hostedPageForm(checkout, bankPage))
  }
  show('en', 'ltr', en)
  checkout.shadowRoot!.replaceChildren(place)
  const tag = localeWanted(checkout, given(checkout, 'locale'), given(checkout, 'order'))
  const { direction, load } = locales.get(tag)!
  retryImport(load, clock).then(
    (texts) => show(tag, direction, texts),
    () => undefined, // they stay English
  )
}
