import { locales } from '#texts/locales.ts'
import { frameTexts } from '#texts/texts.ts'
import { firstModel } from './form/first-view.ts'
import { css } from './form/styles.ts'
import { view } from './form/view.ts'
import { drawn, type MarkShapes } from './marks/drawn.ts'
import { frequentMarks } from './marks/frequent.ts'
import { h } from './vdom/h.ts'
import { htmlOf } from './vdom/html.ts'

/** The form as the document of the frame contains it, before its script runs. */
export interface CardForm {
  readonly style: string
  /** By the tag of each locale: the document's title, and the markup of its body. */
  readonly locales: Readonly<Record<string, { readonly title: string; readonly markup: string }>>
}

/** Of the frequent brands, those that are shown before a number is typed. */
const shown = ['visa', 'mastercard', 'mir', 'unionpay'] as const

/** At their size a text could not be read. */
const withoutText = ([paper, ...parts]: MarkShapes): MarkShapes => [paper, ...parts.filter(({ length }) => length < 4)]

/** Draws these marks once, beside the form, which refers to them. */
export const sprite = htmlOf([
  h(
    'svg',
    { hidden: true },
    h(
      'symbol',
      { id: 'drawn', viewBox: '0 0 170 24' },
      shown.map((id, at) => h('g', { transform: `translate(${at * 44})` }, drawn(withoutText(frequentMarks[id]!)))),
    ),
  ),
])

/** Renders the form in every locale. */
async function renderForm(): Promise<CardForm> {
  const documents = [...locales].map(async ([locale, { load }]) => {
    const texts = frameTexts(await load())
    const form = htmlOf(view(firstModel({ texts, locale })))
    const data = JSON.stringify(texts).replaceAll('<', '\\u003c')
    const markup = `${sprite}${form}<script type="application/json" id="texts">${data}</script>`
    return [locale, { title: texts.form, markup }] as const
  })
  // As high as its frame until the order is there.
  return { style: `${css.trim()}:root{--kept:100vh}`, locales: Object.fromEntries(await Promise.all(documents)) }
}

/** The build writes it beside the frame's script, which continues from it. */
export const form: CardForm = await renderForm()
