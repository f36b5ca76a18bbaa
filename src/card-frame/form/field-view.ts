import { html, nothing, type TemplateResult } from 'lit/html.js'
import { fill, type CardTexts } from '#texts/texts.ts'
import { codeLength } from '../card/cvc.ts'
import type { Field } from './fields.ts'
import { brandIn, natureOf, shownProblems } from './form.ts'
import type { Model } from './model.ts'

/** A label, its input, an optional element beside it, and an error or a hint below it. */
export function field(model: Model, name: Field, beside?: TemplateResult): TemplateResult {
  const error = errorOf(model, name)
  const hint = hintOf(model, name)
  const below = error ? errorLine(`${name}-error`, error) : hint ? hintLine(name, hint) : nothing
  const described = [beside && `${name}-brand`, error ? `${name}-error` : hint && `${name}-hint`].filter(Boolean)
  return html`<div class="field">
    <label for=${name}>${labelOf(model, name)}</label>
    <div class="box" dir=${natureOf(name, model).direction}>
      ${control(model, name, error !== undefined, described.join(' '))}${beside}
    </div>
    ${below}
  </div>`
}

function labelOf(model: Model, name: Field): string {
  const { texts } = model
  return natureOf(name, model).optional ? fill(texts.optional, { field: texts[name] }) : texts[name]
}

function hintOf(model: Model, name: Field): string | undefined {
  const { texts, form } = model
  if (name === 'expiry') return texts.expiryHint
  if (name === 'cvc') {
    const brand = brandIn(form, model)
    return brand.code[0] === 0 ? texts.cvcOptional : fill(texts.cvcHint, { length: codeLength(brand) })
  }
  const { hint } = natureOf(name, model)
  return hint && texts[hint]
}

const control = (model: Model, name: Field, wrong: boolean, described: string): TemplateResult =>
  (natureOf(name, model).choices ? model.payer!.select : input)(model, name, wrong, described)

/**
 * Sets the default too: to restore the page, a browser stores typed values on disk, but not those that equal a field's
 * default.
 */
function input(model: Model, name: Field, wrong: boolean, described: string): TemplateResult {
  const nature = natureOf(name, model)
  return html`<input
    id=${name}
    name=${nature.name}
    type="text"
    autocomplete=${autocompleteOf(model, name)}
    inputmode=${nature.inputMode}
    maxlength=${nature.longest}
    autocapitalize=${name === 'holder' ? 'characters' : 'off'}
    autocorrect="off"
    spellcheck="false"
    aria-required=${isAsked(model, name)}
    aria-invalid=${wrong ? 'true' : 'false'}
    aria-describedby=${described || nothing}
    ?readonly=${model.phase !== 'editing'}
    .value=${model.form.values[name] ?? ''}
    .defaultValue=${model.form.values[name] ?? ''}
  />`
}

/** An operator's browser must neither fill in the operator's own card nor store a customer's. */
export const autocompleteOf = (model: Model, name: Field): AutoFill =>
  model.checkout.channel === 'moto' ? 'off' : natureOf(name, model).autocomplete

/** A CVC is not required of a scheme that may have none. */
const isAsked = (model: Model, name: Field): boolean =>
  name === 'cvc' ? brandIn(model.form, model).code[0] > 0 : !natureOf(name, model).optional

const hintLine = (of: Field, text: string): TemplateResult => html`<p id="${of}-hint" class="hint">${text}</p>`

export const errorLine = (id: string, text: string): TemplateResult =>
  html`<p id=${id} class="error">
    <svg viewBox="0 0 16 16" fill="none" stroke="currentColor" stroke-width="1.8" aria-hidden="true">
      <circle cx="8" cy="8" r="7" />
      <path d="M8 4v5M8 10.6v1.6" /></svg
    ><span>${text}</span>
  </p>`

function errorOf(model: Model, name: Field): string | undefined {
  const problem = shownProblems(model.form, model)[name]
  return problem && sentence(model, problem)
}

/** The message of a problem. */
export const sentence = (model: Model, problem: keyof CardTexts): string =>
  fill(model.texts[problem], { length: codeLength(brandIn(model.form, model)) })
