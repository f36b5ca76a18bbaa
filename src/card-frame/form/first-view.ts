import type { Checkout } from '#contract/checkout.ts'
import type { FrameTexts } from '#texts/texts.ts'
import { emptyForm } from './form.ts'
import type { Model } from './model.ts'

/** What the document was made with: the texts of one locale. */
export interface FirstTexts {
  readonly texts: FrameTexts
  readonly locale: string
}

const nothingYet = { orderNumber: '', amount: 0, currency: '' }

/** The terms until the order is known: those of most orders, a new card with its code. */
const blankCheckout: Checkout = {
  ...nothingYet,
  currencyCode: '',
  fractionDigits: 0,
  capture: 'one-phase',
  channel: 'web',
  verify: false,
  card: true,
  brandChoice: false,
  savedCards: [],
  saving: { mode: 'never', as: 'common' },
  asks: [],
  storedAsks: [],
  known: {},
  wallets: {},
  sealingKey: '',
  outcome: { state: 'open', ...nothingYet },
}

/**
 * The form that the document arrives with. Build and script render the same model, so that the script finds every node
 * in its place.
 */
export const firstModel = ({ texts, locale }: FirstTexts): Model => ({
  texts,
  locale,
  wording: 'pay',
  checkout: blankCheckout,
  form: emptyForm,
  phase: 'loading',
  payer: undefined,
  choice: undefined,
  stored: undefined,
  spent: new Set(),
  removal: undefined,
  notice: '',
  drawing: undefined,
  press: 'ready',
  note: '',
})
