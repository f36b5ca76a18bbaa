/** A built script: its name without the hash, its compressed bytes, and the length of each module's code in it. */
export interface Built {
  readonly name: string
  readonly bytes: number
  readonly lengths: readonly (readonly [module: string, length: number])[]
}

type Budgets = Readonly<Record<string, number>>

/**
 * The most bytes of each script, compressed by brotli, as a browser fetches it: of those that a form
 * waits for some fifty bytes more than it had when the budget was last measured, of the others up to a tenth. A script without a line of its own, such
 * as a language, has the budget of `others`. The comments say what the bytes are for that were added to a script.
 */
const budgets: Readonly<Record<string, Budgets>> = {
  cdn: {
    // 1 300: files that fail to load, which the script tag must report by itself; the element uses all but this.
    // 1 300: the frame that the script tag adds at once, in the theme and the tokens of the page, which take 2 400 more.
    // 300: the addresses of the languages.
    // 530: the place of wallets from the first paint on, with a block or a line for each.
    // 1 570: a place as high as the form that comes, with a block for each field.
    // 730: what an eye sees in the page: what is behind the checkout, its nearest button and field, and its fonts.
    // 60: an order that the bank's page alone can pay, for which no frame is added.
    checkout: 10_780,
    // 300: the steps of a checkout, which no one could record afterwards; the rest of a trace is loaded when it is read.
    // 400: the layout of the methods, the words of the button, and the height that a result keeps.
    // 150: wallets that fill their place.
    // 200: the form below the reason of a decline.
    // 300: a connection that is lost or slow, for which nothing could be loaded then, with a form that is typed into.
    // 120: `submit()` and `tender-change` of the chosen wallet, and its name in an error; `submit()` in a handler.
    // 430: the words of a payment by a code, its dispatch, and the focus in its screen.
    // 250: events for listeners that come late, and adopting the frame of a page's HTML.
    // 150: the tick of the button before the result, and the time of a slow bank.
    // 80: a first update and an opening that are tasks of their own, and reasons that speak of no card.
    // 100: colours that can be read on the shop's colour of fields.
    // 500: a ticket that is only signed anew, a frame that never answers, and an attribute that a page removes.
    // 500: what of the page covers a result, and the further presses of a double click.
    // 230: an order that the bank's page alone can pay, which opens no frame.
    define: 21_290,
    // 4 830: what the element takes from a script tag.
    'payment-form': 11_760,
    // Loaded while the shopper types.
    // 1 140: the receipt of a result, and the header of the bank's dialog with the time left.
    // 190: what the shopper can do where the bank's page could not be loaded.
    // 1 200: how amounts and units are written.
    // 210: the rows that banks certify, and what loads their words after the payment, and how they are printed.
    'three-ds': 7_220,
    // 80: why a wallet was declined, beside its button.
    // 350: how its payment goes, where no form shows it.
    // 490: the names of wallets that do not come, and what stands in their place, or in that of a layout's lost code.
    // 130: `submit()` and `focus()` with the chosen wallet.
    // 480: the methods by a code, and their button.
    // 350: the way back from a wallet that does not answer, and a wallet that cannot draw its button.
    // 200: the bank's page among the methods, whose own code is loaded where it is offered.
    express: 4_600,
    // Loaded once the shopper has chosen to pay so: 1 930 of it are the library that encodes it.
    // 190: what is shown while the order may be paid on the bank's page.
    // 150: the mark of the method.
    code: 5_900,
    // 150: its mark.
    'google-pay': 1_900,
    others: 3_300,
  },
  card: {
    // 160: whether a payment was sent, found out without a connection, for which nothing could be loaded then.
    // 150: the landmark and the heading, which the first document has too, the name of a stored card's code, and undo.
    // 80: a form as high as its place.
    // 50: a message in sight.
    // 80: the proxy's time in what is sealed, the page's names of an address, and the rules for pasted text.
    // 90: the sentence that nothing was charged in letters of its own, and the example of a telephone number.
    // 180: the request for a code.
    // 210: the rows of one box, the marks of frequent brands, the tick, and the reasons that lead to another card.
    // 200: a ticket that is only signed anew.
    // 230: what is seen after the payment, without what was typed, and a place for a problem while its field is typed into.
    card: 21_500,
    // 80: the first of many stored cards.
    // 220: two lines for each, whatever its label is, until it is pressed.
    // 300: dates and units of languages that a browser has no data of, the column of the marks, and two widths.
    stored: 3_600,
    payer: 3_300,
    // The postal rules of all countries, their states, and the words for both in all languages.
    // 1 300: each word as the object of a sentence too, in its case and with its article.
    'with-address': 18_500,
    // Loaded once the shopper turns to the form: the marks of the frequent brands, and what undoes typing.
    // 800: the seal of a card.
    // 400: the number and the date in pasted text, with the names of months.
    // 500: the clipboard itself, and the lines of a bank's app, which fill the fields that they name.
    'on-focus': 4_900,
    // The marks of the other 23 brands, loaded with the first card of one of them.
    'rare-marks': 2_000,
    others: 3_300,
  },
  // 60: the bank's page that was requested just before the connection came back, opened again.
  challenge: { challenge: 2_200, others: 1_000 },
  // In front of a sandbox only.
  testCard: { testCard: 500 },
}

/** Modules that the sentence names. */
const NAMED = 4

/** A sentence that names the script over its budget, and its largest modules; `undefined` for one that keeps it. */
export function budgetBroken(bundle: string, { name, bytes, lengths }: Built): string | undefined {
  const own = budgets[bundle]
  const limit = own?.[name] ?? own?.['others'] ?? Infinity
  if (bytes <= limit) return undefined
  const largest = lengths
    .toSorted(([, one], [, other]) => other - one)
    .slice(0, NAMED)
    .map(([module]) => module)
  return (
    `${name} of ${bundle} has ${bytes} bytes compressed, ${bytes - limit} more than its budget of ${limit} ` +
    `(scripts/plugins/budgets.ts); its largest modules are ${largest.join(', ')}.`
  )
}
