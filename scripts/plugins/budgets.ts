/** A built script: its name without the hash, its compressed bytes, and the length of each module's code in it. */
export interface Built {
  readonly name: string
  readonly bytes: number
  readonly lengths: readonly (readonly [module: string, length: number])[]
}

type Budgets = Readonly<Record<string, number>>

/**
 * The most bytes of each script, compressed by brotli, as a browser fetches it. A script without a line of its own, such
 * as a language, has the budget of `others`.
 */
const budgets: Readonly<Record<string, Budgets>> = {
  cdn: {
    // Of these, 1 300 are for files that fail to load, which the script tag must report by itself, 1 300 for the frame
    // that it adds at once in the theme of the page and its tokens, which takes 2 400 more, 600 for the addresses of
    // the languages, 530 keep a place for wallets from the first paint on, with a block or a line for each, and 1 450 show the form as high as it comes, with
    // floating labels, long ones, other sizes, larger or wider letters, stored cards, a sentence or the payer's data, or none. The
    // element uses all of it but the first.
    checkout: 8_070,
    // Of these, 300 record the steps of a checkout, which no one could record afterwards; all else of a trace is loaded when it is read,
    // 400 are for the layout of the methods, the words of the button and the height that a result keeps, 150 keep the
    // place of wallets and let those that come fill it, 200 show the form below the reason of a decline,
    // 200 say that the connection is gone, for which nothing could be loaded then, 40 keep a form that is typed into while
    // its order is slow, 60 say so over the place of the button, 10 scroll to a message in the form, and 30 name the wallet of an error and let `submit()` pay with the chosen one.
    define: 18_590,
    // With what the element takes from a script tag, 4 740 of it.
    'payment-form': 9_170,
    // Loaded while the shopper types: of these, 1 140 are for the receipt of a result and the header of the
    // bank's dialog with the time left, and 130 for the ways on where the bank's page could not be loaded.
    'three-ds': 5_930,
    // Of these, 80 show why a wallet was declined beside its button, with the focus on it, 350 show how its payment goes
    // where no form does, and 490 name the wallets and fill the place of those that do not come, or of a layout whose code
    // does not, and 90 let `submit()` pay with the chosen one.
    express: 3_220,
    'google-pay': 1_500,
    others: 3_000,
  },
  // `with-address` has the postal rules of all countries, their states, and the words for both in all languages.
  card: {
    // Of these, 160 find out without a connection whether a payment was sent, for which nothing could be loaded then, and
    // 150 are the landmark and the heading, which the first document has too, the name of a stored card's code, and undo;
    // 80 keep the form as high as its place, 30 seal with the proxy's time, 30 report where a message begins, 20 let it lie over
    // the fields, 10 let the page name the fields of an address, and 40 are for what reads pasted text, which uses the rules of a card number.
    card: 19_180,
    // Of these, 80 show the first of many stored cards, and 220 keep each at two lines, whatever its label is, until it is
    // pressed.
    stored: 2_890,
    payer: 3_000,
    'with-address': 16_000,
    // The marks of the frequent brands, what undoes typing, 800 that seal a card, and 400 that take the number or the date out
    // of pasted text, with the names of months, loaded once the shopper turns to the form.
    'on-focus': 3_150,
    // The marks of the other 23 brands, loaded with the first card of one of them.
    'rare-marks': 1_800,
    others: 3_000,
  },
  // Of these, 60 open the bank's page again that was requested just before the connection came back.
  challenge: { challenge: 2_770, others: 1_000 },
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
