import { isByOperator } from '../methods/methods.ts'
import { labelPlaceOf, type Appearance } from './appearance.ts'

/** What a ticket claims, which nobody has verified yet. */
type Claims = Readonly<Record<string, unknown>>

/** The sizes of the form by its appearance, by which its place is kept; 1em is 1rem of the frame. */
export function sizesOf(appearance: Appearance): Readonly<Record<`--${string}`, string>> {
  const { 'field-height': height = 0, 'button-height': button, 'border-width': border = 1, gap = 16 } = appearance
  const { 'label-size': label, 'text-size': text, 'error-size': hints = 13, font, fields } = appearance
  const isAbove = labelPlaceOf(appearance) === 'above'
  const lines = (ratio: number, px: number | undefined, em: number): string =>
    px ? `${ratio * px}px` : `${ratio * em}em`
  const typed = `${20 + 2 * border}px + ${lines(1.4, text, 1)}`
  const field = isAbove
    ? `calc(6px + ${lines(1.4, label, 0.875)} + max(${height ? `${height}px` : '3em'}, ${typed}))`
    : `max(3.5em, ${height}px, ${16 + 2 * border}px + ${lines(1.3, label, 0.75)} + ${lines(1.4, text, 1)})`
  return {
    '--input': field,
    '--space': `${gap}px`,
    // Borders of a group lie over one another.
    '--between': `${fields === 'separate' ? gap : -border}px`,
    '--pay': `max(${button ? `${button}px` : '3.25em'}, 26px + 1.4em)`,
    // Labels and hints of larger or wider letters have more lines where there is less room.
    '--wide': `${((label ?? 14) > 14 || hints > 13 ? 48 : 0) + (font === 'mono' ? 20 : 0)}px`,
  }
}

/** Claims of orders that no stored card can pay; nor can an operator's. */
const noCards = /"(VERIFY|merchantLogin|merchantInn)"/
/** A claim of a check of the card. */
const check = /"VERIFY"/

/**
 * What an order adds to the height of the form, as declarations: the sentence about storing the card or the one for an
 * operator, which have more lines in a narrow form, stored cards, and the payer's data. `country` is that of the browser.
 */
export function sizesOfOrder(claims: Claims, methods: unknown, country: string): string {
  const text = JSON.stringify(claims)
  const { clientId, save = check.test(text) && 'required' } = claims
  const isAsked = save === 'ask'
  const hasCards =
    clientId && !isByOperator(claims) && !noCards.test(text) && `${methods ?? 'binding'}`.includes('binding')
  const { contacts, hint, address } = payerData(claims, country)
  const lines = hasCards ? 0 : address
  const hasConsent = clientId && (isAsked || save === 'required')
  const consent = hasConsent ? (claims['recurringExpiry'] ? 2 : 1) : 0
  // The sentence to an operator may be as long as two.
  const operator = isByOperator(claims) ? 2 : 0
  const margins = (consent && (isAsked ? 24 : 16)) + operator * 18 + hint * 8
  return `--sentences:${consent + operator + hint};--margins:${margins}px;--cards:${+!!hasCards};--contacts:${contacts};--asked:${contacts + lines};--address:${+!!lines}`
}

/** Whether a form is shown: `methods` are those of the ticket, of which a proxy offers all where it names none. */
export const hasForm = (methods: unknown): boolean => /card|binding/.test(`${methods ?? 'card'}`)

/** The countries whose addresses have five lines of fields in two columns, in place of four. */
const five =
  /A[MRSU]|B[BRY]|C[ACLNORUVX]|E[EGS]|FM|GN|H[MNU]|I[DENQT]|K[PRZ]|L[TV]|M[HNPXYZ]|N[FGI]|P[EFGHW]|R[OU]|S[OV]|T[HRW]|U[AMSYZ]|V[EIN]/

/**
 * The payer's data that the form asks for and the ticket lacks: how many contacts, whether one has a hint, and how many
 * lines the address has in two columns.
 */
function payerData({ ask, email, phone, orderPayerData, billingPayerData }: Claims, ofBrowser: string) {
  const asks = `${ask}`.split(',')
  const { mobilePhone = phone } = { ...(orderPayerData as Claims) }
  const billing = { ...(billingPayerData as Claims) }
  const country = `${billing['billingCountry'] ?? ofBrowser}`
  const isKnown = billing['billingAddressLine1'] && billing['billingPostalCode']
  const hint = +(asks.includes('phone') && !mobilePhone)
  return {
    contacts: +(asks.includes('email') && !email) + hint,
    hint,
    address: asks.includes('billing') && !isKnown ? (!country || five.test(country) ? 5 : 4) : 0,
  }
}
