import type { Progress } from '#bridge/protocol.ts'
import { brandOf, type Brand } from './brand.ts'
import { checkCvc, cvcMask } from './cvc.ts'
import { digitsIn } from './digits.ts'
import { checkExpiry, expiryMask, monthIn, type Month } from './expiry.ts'
import { checkHolder, nameToSend } from './holder.ts'
import type { Mask } from './mask.ts'
import { checkNumber, numberMask } from './number.ts'

/** The fields, in the order in which they are shown, checked and focused. */
export const fields = ['number', 'expiry', 'cvc', 'holder'] as const
export type Field = (typeof fields)[number]

/** What was typed, and of which fields a problem may be shown. */
export interface Form {
  readonly values: Readonly<Record<Field, string>>
  readonly judged: ReadonlySet<Field>
  /** Whether the last submit was refused, so that the summary speaks. */
  readonly refused: boolean
}

export type Problem = NonNullable<ReturnType<(typeof checks)[Field]>>
export type Problems = Readonly<Partial<Record<Field, Problem>>>

export const emptyForm: Form = {
  values: { number: '', expiry: '', cvc: '', holder: '' },
  judged: new Set(),
  refused: false,
}

const checks = {
  number: ({ values }: Form) => checkNumber(values.number),
  expiry: ({ values }: Form, today: Month) => checkExpiry(values.expiry, today),
  cvc: (form: Form) => checkCvc(form.values.cvc, brandIn(form)),
  holder: ({ values }: Form) => checkHolder(values.holder),
}

export const brandIn = ({ values }: Form): Brand => brandOf(digitsIn(values.number))

/** Everything that is wrong with the form, shown or not. */
export function problemsOf(form: Form, today: Month): Problems {
  return Object.fromEntries(
    fields.map((field) => [field, checks[field](form, today)]).filter(([, problem]) => problem !== undefined),
  )
}

/** The problems that the shopper sees now. */
export const shownProblems = (form: Form, today: Month): Problems =>
  Object.fromEntries(Object.entries(problemsOf(form, today)).filter(([field]) => form.judged.has(field as Field)))

/** The field that wants the shopper next: the first that is empty or wrong. */
export const firstWrong = (form: Form, today: Month): Field | undefined =>
  fields.find((field) => problemsOf(form, today)[field])

/** The mask of a field; the name has none. */
export function maskOf(field: Field, { values }: Form): Mask | undefined {
  if (field === 'cvc') return cvcMask(values.number)
  return { number: numberMask, expiry: expiryMask, holder: undefined }[field]
}

/** Takes a new value; a problem that was shown goes as soon as it is mended. */
export function type(form: Form, field: Field, value: string, today: Month): Form {
  const typed = { ...form, values: { ...form.values, [field]: value }, refused: false }
  const wrong = problemsOf(typed, today)
  return { ...typed, judged: new Set([...form.judged].filter((judged) => wrong[judged])) }
}

/** The shopper left a field: from now on its problem shows, unless nothing was typed there yet. */
export const leave = (form: Form, field: Field): Form =>
  form.values[field] ? { ...form, judged: new Set([...form.judged, field]) } : form

/** The shopper wanted to pay, but something is wrong: all of it shows. */
export const refuse = (form: Form): Form => ({ ...form, judged: new Set(fields), refused: true })

/** The same card once more, with its code asked anew. */
export const retry = ({ values }: Form): Form => ({ ...emptyForm, values: { ...values, cvc: '' } })

/** A card that passed every check, ready to be sealed. */
export interface Card {
  readonly pan: string
  readonly cvc: string
  /** YYYYMM. */
  readonly expiry: string
  readonly holder: string
}

/** The card that a form without problems holds. */
export function cardIn({ values }: Form): Card {
  const { year, month } = monthIn(values.expiry)!
  return {
    pan: digitsIn(values.number),
    cvc: values.cvc,
    expiry: `${year}${String(month).padStart(2, '0')}`,
    holder: nameToSend(values.holder),
  }
}

/** What the page learns of the form: nothing with a digit of the card. */
export function progressOf(form: Form, today: Month): Progress {
  return {
    complete: firstWrong(form, today) === undefined,
    brand: brandIn(form).id,
    invalid: Object.keys(shownProblems(form, today)),
  }
}
