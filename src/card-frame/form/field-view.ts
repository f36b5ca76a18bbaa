import { channelForm } from '../methods/channels.ts'
import { fill, type CardTexts } from '#texts/texts.ts'
import { codeLength } from '../card/cvc.ts'
import type { Field } from './fields.ts'
import { brandIn, fieldSpecOf, shownProblems } from './form.ts'
import type { Problem } from './form-context.ts'
import { isEditable, type Model } from './model.ts'
import { h, type Children, type VNode } from '../vdom/h.ts'

/** A label, its input, what is beside it, and an error or a hint: below it, or below the group that it is in. */
export function field(model: Model, name: Field, ...beside: readonly Children[]): VNode {
  const error = errorOf(model, name)
  const { kept, doubted } = model.form
  const isWrong = error !== undefined || (!!doubted && named.has(name))
  const hint = hintOf(model, name)
  const label = labelOf(model, name)
  // Beside the sign of an error, and in the row of a stored card, it may end in dots.
  const title = (isWrong || (name === 'cvc' && model.stored?.codeName(model))) && label
  const described = [error ? `${name}-error` : hint && `${name}-hint`, name === 'number' && 'number-brand']
  return h(
    'div',
    { class: isWrong ? 'field wrong' : 'field', id: `${name}-field` },
    h(
      'div',
      { class: 'cell' },
      h('label', { for: name }, h('span', { title }, label)),
      h(
        'div',
        { class: 'box', dir: fieldSpecOf(name, model).direction },
        control(model, name, isWrong, described.filter(Boolean).join(' ')),
        beside,
      ),
    ),
    error
      ? errorLine(`${name}-error`, error)
      : kept?.field === name
        ? errorLine(`${name}-kept`, sentence(model, name, kept.problem), 'error kept')
        : hint &&
          h(
            'p',
            { id: `${name}-hint`, class: 'hint', hidden: hint !== model.texts.cvcOptional && name === 'cvc' },
            hint,
          ),
  )
}

/** What the bank's refusal of a card's data names. */
const named: ReadonlySet<Field> = new Set(['number', 'expiry', 'cvc'])

function labelOf(model: Model, name: Field): string {
  const { texts, locale } = model
  const { label, optional } = fieldSpecOf(name, model)
  const field = model.own?.[name] ?? label?.(locale) ?? texts[name as keyof CardTexts]
  return optional ? fill(texts.optional, { field }) : field
}

function hintOf(model: Model, name: Field): string | undefined {
  const { texts, form } = model
  // Where the code stands is in its picture: in words it is for screen readers.
  if (name === 'cvc') {
    const brand = brandIn(form, model)
    const [least] = brand.code
    return least ? (least > 3 ? texts.cvcFront : texts.cvcHint) : texts.cvcOptional
  }
  const { hint, note, example = '' } = fieldSpecOf(name, model)
  return note?.(model.locale) ?? (hint && fill(texts[hint], { example }))
}

const control = (model: Model, name: Field, wrong: boolean, described: string): VNode =>
  (fieldSpecOf(name, model).choices ? model.payer!.select : input)(model, name, wrong, described)

/**
 * Sets the default too: to restore the page, a browser stores typed values on disk, but not those that equal a field's
 * default.
 */
function input(model: Model, name: Field, wrong: boolean, described: string): VNode {
  const spec = fieldSpecOf(name, model)
  const value = model.form.values[name] ?? ''
  return h('input', {
    id: name,
    name: spec.name,
    type: 'text',
    autocomplete: autocompleteOf(model, name),
    inputmode: spec.inputMode,
    autocapitalize: name === 'holder' ? 'characters' : 'off',
    autocorrect: 'off',
    spellcheck: 'false',
    // Also lets the style sheet see that the field is empty.
    placeholder: placeholderOf(model, name),
    'aria-label': name === 'cvc' && model.stored?.codeName(model),
    'aria-required': String(isAsked(model, name)),
    'aria-invalid': String(wrong),
    'aria-describedby': described || undefined,
    readonly: !isEditable(model),
    // Its dots are dimmed until the result.
    'aria-disabled': model.isPaid && 'true',
    '.value': value,
    '.defaultValue': value,
  })
}

/** A date is written from left to right, whatever the direction of its words is. */
function placeholderOf({ texts }: Model, name: Field): string {
  if (name === 'expiry') return texts.expiryHint
  return name === 'cvc' ? 'CVC' : ' '
}

/** An operator's browser must neither fill in the operator's own card nor store a customer's. */
export const autocompleteOf = (model: Model, name: Field): AutoFill =>
  channelForm(model.checkout).isByOperator ? 'off' : fieldSpecOf(name, model).autocomplete

/** A CVC is not required of a scheme that may have none. */
const isAsked = (model: Model, name: Field): boolean =>
  name === 'cvc' ? brandIn(model.form, model).code[0] > 0 : !fieldSpecOf(name, model).optional

export const errorLine = (id: string, text: string, name = 'error'): VNode =>
  h('p', { id, class: name }, withValues(text))

/** A sentence whose bidi-isolated values, such as the digits of a card, no translator changes. */
export const withValues = (text: string): Children =>
  text.split(/(\u2066.*?\u2069)/).map((part, at) => (at % 2 ? h('span', { translate: 'no' }, part) : part))

function errorOf(model: Model, name: Field): string | undefined {
  const problem = shownProblems(model.form, model)[name]
  return problem && sentence(model, name, problem)
}

/** The message of a problem. */
export const sentence = (model: Model, name: Field, problem: Problem): string =>
  problem in model.texts
    ? fill(model.texts[problem as keyof CardTexts], { length: codeLength(brandIn(model.form, model)) })
    : model.payer!.sentence(name, problem, model)
