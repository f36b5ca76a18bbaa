import type { OrderClaims } from '../../../server/ticket.ts'
import { checkShifts, methods, type Device, type Variant } from './layout-shift.ts'

const screens: readonly Device[] = ['phone', 'desktop']
const layouts = ['stack', 'tabs', 'accordion']
const everywhere = (...names: readonly string[]) =>
  names.flatMap((name) => screens.flatMap((screen) => layouts.map((layout) => [name, screen, layout] as const)))

const onPhone = (...names: readonly string[]) => everywhere(...names).filter(([, screen]) => screen === 'phone')
const onDesktop = (...names: readonly string[]) => everywhere(...names).filter(([, screen]) => screen === 'desktop')

/** On a phone a sentence or a label that floats may have a line less than there is room for, which closes with the order. */
function checkSentences(variant: Variant): void {
  checkShifts(onPhone('ready'), { from: 'ready', ...variant })
  checkShifts(onDesktop('ready'), { from: 'first paint', ...variant })
}

/** In a stack the place of wallets that nothing has named closes where none comes. */
const inChoice = (cases: ReturnType<typeof everywhere>) => cases.filter(([, , layout]) => layout !== 'stack')

const withoutWallets = Object.fromEntries(
  ['APPLE', 'GOOGLE'].flatMap((wallet) =>
    ['NAME', 'COUNTRY', 'SHEET'].map((setting) => [`TENDER_${wallet}_PAY_${setting}`, '']),
  ),
)

/**
 * What follows a press of the button; but a message above the button moves it by its own height, and a result of more
 * lines than the form is high, as of a payment with its receipt, what is below.
 */
const ticked = 'paid, before the result'
const pressed = ['submitting', 'challenge', ticked, 'cancelled', 'pending']

checkShifts(everywhere(...pressed), { claims: { methods } })

/** The ticket names wallets, or none, or says nothing of them, or they cannot come. */
checkShifts(everywhere('ready', ticked), { from: 'first paint', claims: { methods } })
checkShifts(everywhere('ready'), { from: 'first paint', claims: { methods: ['card'] } })
checkShifts(everywhere('ready'), { from: 'first paint', claims: { methods: undefined } })
/** Wallets that the ticket names, or that a choice of methods expects, and the proxy does not offer. */
checkShifts(everywhere('ready', ticked), { from: 'ready', claims: { methods }, env: withoutWallets })
checkShifts(inChoice(everywhere('ready', ticked)), {
  from: 'ready',
  claims: { methods: undefined },
  env: withoutWallets,
})
/** A method by a code beside the card, which the proxy offers, or does not. */
for (const env of [{}, { TENDER_SBP: 'off' }] as { TENDER_SBP?: string }[])
  checkShifts(everywhere('a code beside the card'), { from: env.TENDER_SBP ? 'ready' : 'first paint', env })
/** Their script file never comes, or that of the layout, without which they are stacked. */
checkShifts(everywhere('ready'), { from: 'first paint', claims: { methods }, lost: /\/chunks\/express-/ })
checkShifts(inChoice(everywhere('ready')), {
  from: 'first paint',
  claims: { methods },
  lost: /\/chunks\/chosen-layout-/,
})
checkShifts(everywhere('ready'), { from: 'first paint', claims: { feeInput: 100 } })
checkShifts(everywhere('ready'), { from: 'first paint', attributes: { 'hide-button': '' } })
for (const theme of ['minimal', 'soft'])
  checkShifts(everywhere('ready'), { from: 'first paint', attributes: { theme } })

/** What the order adds to the form, or leaves out. */
checkShifts(everywhere('stored cards', 'many stored cards'), { from: 'ready' })
checkShifts(everywhere('stored cards', 'many stored cards'), { from: 'ready', claims: { save: 'never' } })
for (const variant of [{ attributes: { locale: 'en' } }, { attributes: { locale: 'de' } }, { fontSize: 20 }])
  checkShifts(everywhere('stored cards with long labels'), { from: 'ready', ...variant })
checkShifts([['stored cards with long labels', 'narrow', 'stack']], { from: 'ready' })
for (const claims of [
  { clientId: 'new', save: 'ask' },
  { clientId: 'new', save: 'required' },
  { channel: 'moto' },
] satisfies readonly Partial<OrderClaims>[])
  checkSentences({ claims: { methods: ['card', 'binding'], ...claims } })
for (const methods of [['applePay'], ['applePay', 'googlePay']] satisfies OrderClaims['methods'][])
  checkShifts(everywhere('ready'), { from: 'first paint', claims: { methods } })
/** Stored cards and wallets that do not come. */
for (const claims of [
  { methods: ['card', 'binding'], clientId: 'new' },
  { amount: 0, features: ['VERIFY'], clientId: 'new', save: 'required' },
] satisfies readonly Partial<OrderClaims>[])
  checkShifts(everywhere('ready'), { from: 'ready', claims })

/** The payer's data, in countries with three and with four lines of address; beside a stored card only an e-mail address. */
const ask: OrderClaims['ask'] = ['email', 'phone', 'billing']
for (const billingCountry of ['LT', 'DE'])
  checkShifts(everywhere('ready'), {
    from: 'first paint',
    claims: { methods: ['card'], ask, clientId: 'new', save: 'ask', billingPayerData: { billingCountry } },
  })
checkShifts(everywhere('ready'), { from: 'first paint', claims: { ask }, attributes: { theme: 'minimal' } })
checkSentences({ claims: { ask }, attributes: { theme: 'soft' } })
checkShifts(everywhere('ready'), { from: 'first paint', claims: { ask: ['email'], methods } })
checkShifts(everywhere('stored cards', 'many stored cards'), { from: 'ready', claims: { ask } })
checkShifts(everywhere('ready'), {
  from: 'ready',
  claims: { methods: ['card', 'binding'], ask, clientId: 'new', save: 'ask' },
})

/** Fields and their distances as the page sets them. */
checkShifts(everywhere('ready'), {
  from: 'first paint',
  claims: { methods: ['card'] },
  attributes: { style: '--tender-field-height: 60px; --tender-gap: 20px; --tender-button-height: 44px' },
})

/** A larger font, which the shopper has chosen in the browser. */
checkShifts(everywhere('ready'), { from: 'first paint', claims: { methods: ['card'] }, fontSize: 20 })
checkSentences({ claims: { methods: ['card'], ask, clientId: 'new', save: 'ask' }, fontSize: 20 })
for (const theme of ['minimal', 'soft'])
  checkShifts(everywhere('ready'), {
    from: 'first paint',
    claims: { methods: ['card'] },
    attributes: { theme },
    fontSize: 20,
  })
checkShifts(everywhere('stored cards', 'many stored cards'), { from: 'ready', fontSize: 20 })

/** A font so large that the expiry and the code stand one below the other, and most sentences have more lines. */
const large: readonly Pick<Variant, 'claims' | 'attributes'>[] = [
  { claims: { methods: ['card'] } },
  { claims: { methods: ['card'], clientId: 'new', save: 'ask' }, attributes: { locale: 'de' } },
  { claims: { methods: ['card'], ask: ['email', 'billing'] }, attributes: { locale: 'sk' } },
  { claims: { methods }, attributes: { locale: 'ar' } },
  { claims: { methods }, attributes: { locale: 'de' } },
]
const consent = {
  claims: { methods: ['card'], clientId: 'new', save: 'ask' },
  attributes: { theme: 'soft' },
} satisfies Variant
for (const fontSize of [24, 32]) {
  for (const variant of large) checkShifts(onPhone('ready'), { from: 'first paint', ...variant, fontSize })
  checkShifts(onPhone('ready'), { from: 'ready', ...consent, fontSize })
  checkShifts(onPhone('stored cards', 'stored cards with long labels'), { from: 'ready', fontSize })
}

/** A frame narrower than any phone, in languages with long words. */
for (const locale of ['en', 'sk', 'hy'])
  checkShifts(
    [
      ['ready', 'narrow', 'stack'],
      ['stored cards', 'narrow', 'stack'],
    ],
    { from: 'ready', attributes: { locale } },
  )
