import type { Progress } from '#bridge/protocol.ts'
import type { RequestedData } from '#contract/payment-methods.ts'
import type { Brand } from '../card/brand.ts'
import { brandOf, brandOfStored } from '../card/brand.ts'
import { checkCvc, cvcMask } from '../card/cvc.ts'
import { digitsIn } from '../card/digits.ts'
import { checkExpiry, expiryMask } from '../card/expiry.ts'
import { cardFieldSpecs, type CardField, type Field, type FieldSpec, type PayerField } from './fields.ts'
import { checkHolder } from '../card/holder.ts'
import { channelForm } from '../methods/channels.ts'
import type { Mask, Refusal } from '../card/mask.ts'
import { checkNumber, numberMask } from '../card/number.ts'
import { chosenCard, firstGood, type FormContext, type Problem } from './form-context.ts'

/** What was typed and chosen, and which fields may show a problem. */
export interface Form {
  readonly values: Readonly<Record<CardField, string> & Partial<Record<PayerField, string>>>
  /** bindingId of the stored card that pays; `undefined` for a new card. */
  readonly chosen: string | undefined
  /** The shopper's consent to store a new card. */
  readonly save: boolean
  /** After the payment, what is shown without the card that it depends on: its brand, and the fields of the payer. */
  readonly ended?: { readonly brand: Brand; readonly asked: readonly RequestedData[] } | undefined
  /** The brand of a co-badged card that the shopper chose. */
  readonly brand: string | undefined
  /** The fields whose problems are shown. */
  readonly validated: ReadonlySet<Field>
  /** Whether the last submit was rejected, so that the summary lists the problems. */
  readonly refused: boolean
  /** Whether the bank refused the card's data, whichever of them was wrong: until the shopper types. */
  readonly doubted?: boolean
  /** The field that did not take all of what was entered last. */
  readonly untaken?: { readonly field: Field; readonly refusal: Refusal } | undefined
  /** The problem that was shown of the field that the shopper types into: its place is kept, so that nothing moves. */
  readonly kept?: { readonly field: Field; readonly problem: Problem } | undefined
}

export type Problems = Readonly<Partial<Record<Field, Problem>>>

export const emptyForm: Form = {
  values: { number: '', expiry: '', cvc: '', holder: '' },
  chosen: undefined,
  save: false,
  brand: undefined,
  validated: new Set(),
  refused: false,
}

/**
 * The form when an order is shown: known data in fields where nothing was typed before, and the first usable stored card
 * selected, unless another one is or the number of a new one was typed.
 */
export function freshForm(on: FormContext, last: Form = emptyForm): Form {
  const before = last.ended ? emptyForm : last
  const known = { ...on.payer?.known(on.checkout.known, before.values), holder: on.checkout.cardholderName ?? '' }
  const typed = Object.entries(before.values).filter(([, value]) => value)
  const values = { ...emptyForm.values, ...known, ...Object.fromEntries(typed) }
  const isNew = on.checkout.card && values.number !== ''
  return {
    ...before,
    doubted: false,
    values,
    chosen: chosenCard(before, on)?.bindingId ?? (isNew ? undefined : firstGood(on)),
  }
}

/** The fields that are shown now, in their order. */
export function fieldsIn(form: Form, on: FormContext): readonly Field[] {
  const { isByOperator } = channelForm(on.checkout)
  const card: CardField[] = chosenCard(form, on)
    ? ['cvc']
    : ['number', 'expiry', ...(isByOperator ? [] : ['cvc' as const]), 'holder']
  return [...card, ...requestedIn(form, on).flatMap((data) => on.payer!.fieldsOf(data, form.values))]
}

/** The payer data that is requested with this card. */
export function requestedIn(form: Form, on: FormContext): readonly RequestedData[] {
  const { asks, storedAsks } = on.checkout
  const request = chosenCard(form, on) ? storedAsks : asks
  return form.ended?.asked ?? on.payer?.requested(request, brandIn(form, on).id, form.values) ?? []
}

export function brandIn(form: Form, on: FormContext): Brand {
  const stored = chosenCard(form, on)
  return stored ? brandOfStored(stored) : (form.ended?.brand ?? brandOf(digitsIn(form.values.number)))
}

export const fieldSpecOf = (field: Field, { form, payer }: FormContext & { readonly form: Form }): FieldSpec =>
  field in cardFieldSpecs ? cardFieldSpecs[field as CardField] : payer!.specOf(field as PayerField, form.values)

/** All problems of the form, shown or not, in the order of the fields. */
export function problemsOf(form: Form, on: FormContext): Problems {
  const found = fieldsIn(form, on).map((field) => [field, problemOf(field, form, on)] as const)
  return Object.fromEntries(found.filter(([, problem]) => problem))
}

function problemOf(field: Field, form: Form, on: FormContext): Problem | undefined {
  const value = form.values[field] ?? ''
  if (field === 'number') return checkNumber(value)
  if (field === 'expiry') return checkExpiry(value, on.oldestMonth)
  if (field === 'cvc') return checkCvc(value, brandIn(form, on))
  return field === 'holder'
    ? checkHolder(value, channelForm(on.checkout).longestName)
    : on.payer!.check(field, form.values)
}

/** The problems that the shopper sees now. */
export function shownProblems(form: Form, on: FormContext): Problems {
  const { validated, untaken } = form
  const problems = problemsOf(form, on)
  const seen = Object.entries(problems).filter(([field]) => validated.has(field as Field))
  if (!untaken) return Object.fromEntries(seen)
  const { field, refusal } = untaken
  const problem = refusal === 'unread' ? wanted[field] : (problems[field] ?? 'noRoom')
  return { ...Object.fromEntries(seen), [field]: problem }
}

/** What a field says that cannot read a text. */
const wanted: Problems = { number: 'numberMissing', expiry: 'expiryWrong', cvc: 'cvcShort' }

/** The first field that is empty or wrong. */
export const firstWrong = (form: Form, on: FormContext): Field | undefined =>
  Object.keys(problemsOf(form, on))[0] as Field | undefined

/** The mask of a field; most have none. */
export function maskOf(field: Field, form: Form, on: FormContext): Mask | undefined {
  if (field === 'cvc') return cvcMask(brandIn(form, on))
  return field === 'number' ? numberMask : field === 'expiry' ? expiryMask : undefined
}

/**
 * Sets a new value. A field is not validated while the shopper types, since every correct value starts incomplete, but says
 * at once that it did not take all; the problem of another field disappears once it is fixed.
 */
export function type(form: Form, field: Field, value: string, on: FormContext, refusal?: Refusal): Form {
  const untaken = refusal && { field, refusal }
  const problem = shownProblems(form, on)[field]
  const kept = problem ? { field, problem } : form.kept
  const typed = { ...form, values: { ...form.values, [field]: value }, refused: false, doubted: false, untaken, kept }
  const wrong = problemsOf(typed, on)
  return { ...typed, validated: new Set([...form.validated].filter((other) => other !== field && wrong[other])) }
}

/** The shopper left a field: its problem is shown from now on, unless the field is empty. */
export function leave({ kept: _, ...form }: Form, field: Field): Form {
  return form.values[field] ? { ...form, validated: new Set([...form.validated, field]), untaken: undefined } : form
}

/** A submit was rejected: all problems are shown. */
export const showAllProblems = (form: Form, on: FormContext): Form => ({
  ...form,
  validated: new Set(fieldsIn(form, on)),
  refused: true,
  untaken: undefined,
})

/** Selects another card and clears the CVC, which was of the previous one. */
export const choose = (form: Form, chosen: string | undefined): Form => ({ ...retry(form), chosen })

/** Lets the shopper pay with the chosen card again; clears the CVC. */
export const retry = (form: Form): Form => ({
  ...form,
  values: { ...form.values, cvc: '' },
  validated: emptyForm.validated,
  refused: false,
  doubted: false,
  untaken: undefined,
  kept: undefined,
})

/**
 * The form after the order is paid: what the shopper sees stays until the result takes its place, with a dot for each sign
 * that was typed; the signs are gone.
 */
export function wiped(form: Form, on: FormContext): Form {
  const values = Object.entries(form.values).map(([field, value]) => [
    field,
    chosenFields.has(field) ? value : value.replace(/[^\s/]/g, '•'),
  ])
  return {
    ...retry(form),
    values: Object.fromEntries(values) as Form['values'],
    ended: { brand: brandIn(form, on), asked: requestedIn(form, on) },
  }
}

/** The fields that are lists, in which only one of the listed values can be shown. */
const chosenFields: ReadonlySet<string> = new Set<PayerField>(['country', 'state'])

/** What the page receives of the form: nothing with a digit of the card. */
export function progressOf(form: Form, on: FormContext): Progress {
  return {
    complete: firstWrong(form, on) === undefined,
    brand: brandIn(form, on).id,
    invalid: Object.keys(shownProblems(form, on)),
  }
}
