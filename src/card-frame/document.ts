import { locales } from '#texts/locales.ts'
import { frameTexts } from '#texts/texts.ts'
import { firstModel } from './form/first-view.ts'
import { css } from './form/styles.ts'
import { view } from './form/view.ts'
import { drawn, type MarkShapes } from './brand-logos/drawn.ts'
import { frequentMarks } from './brand-logos/frequent.ts'
import { marks as rareMarks } from './brand-logos/rare-marks.ts'
import { htmlOf } from './vdom/html.ts'

/** The form as the document of the frame contains it, before its script runs. */
export interface CardForm {
  readonly style: string
  /** By the tag of each locale: the document's title, and the markup of its body. */
  readonly locales: Readonly<Record<string, { readonly title: string; readonly markup: string }>>
  /** By the name of each brand: what is drawn of its mark before a number is typed, 38 by 24. */
  readonly marks: Readonly<Record<string, string>>
}

/** The marks of all brands as markup, at a size at which a text could not be read; of some that is all there is. */
const marks = Object.fromEntries(
  Object.entries({ ...frequentMarks, ...rareMarks }).map(([id, mark]) => [id, htmlOf(drawn(withoutText(mark)))]),
)

function withoutText(mark: MarkShapes): MarkShapes {
  const [paper, ...parts] = mark
  const shapes = parts.filter(({ length }) => length < 4)
  return shapes.length ? [paper, ...shapes] : mark
}

/** Renders the form in every locale. */
async function renderForm(): Promise<CardForm> {
  const documents = [...locales].map(async ([locale, { load }]) => {
    const texts = frameTexts(await load())
    const form = htmlOf(view(firstModel({ texts, locale })))
    const data = JSON.stringify(texts).replaceAll('<', '\\u003c')
    const markup = `${form}<script type="application/json" id="texts">${data}</script>`
    return [locale, { title: texts.form, markup }] as const
  })
  // As high as its frame until the order is there.
  return { style: `${css.trim()}:root{--kept:100vh}`, locales: Object.fromEntries(await Promise.all(documents)), marks }
}

/** The build writes it beside the frame's script, which continues from it. */
export const form: CardForm = await renderForm()
