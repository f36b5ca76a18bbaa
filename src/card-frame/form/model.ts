import type { ButtonText } from '#contract/appearance/appearance.ts'
import type { FrameTexts, NoteTexts } from '#texts/texts.ts'
import type { CheckoutClient } from '../proxy-client/api.ts'
import type { Drawing } from './badge.ts'
import type { Field } from './fields.ts'
import type { Form } from './form.ts'
import type { Press } from './press-guard.ts'
import type { BrandRules, PayerRules, FormContext, Problem } from './form-context.ts'
import type { Children, VNode } from '../vdom/h.ts'

/** Everything that the screen shows: the same model renders the same screen. */
export interface Model extends FormContext {
  readonly texts: FrameTexts
  readonly locale: string
  /** What the button says besides the amount. */
  readonly wording: ButtonText
  readonly form: Form
  /**
   * `loading` has a form for the card, which may be typed into, and no order yet; `hidden` shows nothing; `paying` waits
   * for the outcome; `done` has it.
   */
  readonly phase: 'loading' | 'hidden' | 'editing' | 'paying' | 'done'
  /** Whether the current payment uses the form's button, which then says how it goes. */
  readonly isByCard?: boolean
  /** The order is paid. */
  readonly isPaid?: boolean
  readonly payer: PayerPart | undefined
  readonly choice: ChoicePart | undefined
  /** Set when the client has stored cards, or may store one. */
  readonly stored: StoredPart | undefined
  readonly isUnfolded?: boolean
  /** The stored card that the shopper has chosen or pressed, of which all is shown. */
  readonly pressed?: string | undefined
  readonly removal: Removal | undefined
  /** What has just happened, as a message above the form. */
  readonly notice: string
  /** The page's own texts, which also replace what a country calls a field. */
  readonly own?: Readonly<Record<string, string>>
  /** Draws the marks of brands, once its code is loaded. */
  readonly drawing: Drawing | undefined
  /** What a press of the button does now. */
  readonly press: Press
  /** Key of the message about the payment above the button. */
  readonly note: 'pressButton' | keyof NoteTexts | ''
}

export const isEditable = ({ phase }: Pick<Model, 'phase'>): boolean => phase === 'editing' || phase === 'loading'

export interface Removal {
  readonly bindingId: string
  readonly state: 'asking' | 'working' | 'failed'
}

/** A part of the form that is loaded only for the checkouts that need it. */
interface Part {
  readonly css: string
}

/** Asks for data about the payer. */
export interface PayerPart extends PayerRules, Part {
  readonly payerView: (model: Model) => readonly Children[]
  /** The message of a problem of an address. */
  readonly sentence: (field: Field, problem: Problem, model: Model) => string
  /** A field with a fixed list of values. */
  readonly select: (model: Model, name: Field, wrong: boolean, described: string) => VNode
}

/** Lets the payer of a co-badged card choose its brand. */
export interface ChoicePart extends BrandRules, Part {
  readonly choiceView: (model: Model) => VNode | undefined
}

/** Shows stored cards, and asks for consent to store one. */
export interface StoredPart extends Part {
  readonly storedView: (model: Model) => VNode | undefined
  /** The accessible name of the field for the security code of the stored card that pays. */
  readonly codeName: (model: Model) => string | undefined
  readonly consentView: (model: Model) => VNode | undefined
  /** Handles a press on a button of a stored card. */
  readonly pressed: (shown: FormScreen, api: CheckoutClient, act: string, bindingId?: string) => Promise<void>
}

/** What a part of the form may use of the screen. */
export interface FormScreen {
  readonly model: Model | undefined
  show(change: Partial<Model>): void
  focusOn(selector: string): void
}
