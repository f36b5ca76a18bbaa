import type { nothing, TemplateResult } from 'lit/html.js'
import type { CardTexts, NoteTexts } from '#texts/texts.ts'
import type { CheckoutClient } from '../proxy-client/api.ts'
import type { Field } from './fields.ts'
import type { Form } from './form.ts'
import type { Press } from './press-guard.ts'
import type { BrandRules, PayerRules, FormContext } from './form-context.ts'

/** All that the screen shows: the same model gives the same screen. */
export interface Model extends FormContext {
  readonly texts: CardTexts & NoteTexts
  readonly locale: string
  readonly form: Form
  /** `hidden` shows nothing; `paying` waits for an answer; `done` has one. */
  readonly phase: 'hidden' | 'editing' | 'paying' | 'done'
  readonly payer: PayerPart | undefined
  readonly choice: ChoicePart | undefined
  /** There when the client has stored cards, or may store one. */
  readonly stored: StoredPart | undefined
  /** The stored card that the shopper is about to remove. */
  readonly removal: Removal | undefined
  /** What has just happened, as a sentence over the form. */
  readonly notice: string
  /** What a press of the button does now. */
  readonly press: Press
  /** What the shopper must know of the payment, as a sentence over the button. */
  readonly note: 'pressButton' | keyof NoteTexts | ''
}

export interface Removal {
  readonly bindingId: string
  readonly state: 'asking' | 'working' | 'failed'
}

/** A part of the form that is fetched only for the checkouts that need it. */
interface Part {
  /** Its own style sheet. */
  readonly css: string
}

/** Asks for data about the payer. */
export interface PayerPart extends PayerRules, Part {
  readonly payerView: (model: Model) => readonly TemplateResult[]
  /** A field of which the values are known. */
  readonly select: (model: Model, name: Field, wrong: boolean, described: string) => TemplateResult
}

/** Lets the payer of a co-badged card choose. */
export interface ChoicePart extends BrandRules, Part {
  readonly choiceView: (model: Model) => TemplateResult | typeof nothing
}

/** Shows stored cards, and asks leave to store one. */
export interface StoredPart extends Part {
  readonly storedView: (model: Model) => TemplateResult | typeof nothing
  readonly consentView: (model: Model) => TemplateResult | typeof nothing
  /** Does what a button of a stored card says. */
  readonly pressed: (shown: Shown, api: CheckoutClient, act: string, bindingId?: string) => Promise<void>
}

/** A screen, as far as a part of the form may use it. */
export interface Shown {
  readonly model: Model | undefined
  show(change: Partial<Model>): void
  focusOn(selector: string): void
}
