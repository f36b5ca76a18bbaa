import { checkShifts, methods, type Device } from './layout-shift.ts'

const screens: readonly Device[] = ['phone', 'desktop']
const layouts = ['stack', 'tabs', 'accordion']
const everywhere = (...names: readonly string[]) =>
  names.flatMap((name) => screens.flatMap((screen) => layouts.map((layout) => [name, screen, layout] as const)))

/** What the page has below the checkout. */
const below = /^\/: p#\. [^;]*$/

/** What follows a press of the button; but a message above the button moves it by its own height. */
const pressed = ['submitting', 'challenge', 'paid', 'held', 'verified', 'declined', 'cancelled', 'pending']

checkShifts(everywhere(...pressed), { claims: { methods } })

/** The ticket names wallets, or none, or says nothing of them, or they cannot come. */
checkShifts(everywhere('ready', 'paid'), { from: 'first paint', claims: { methods } })
checkShifts(everywhere('ready'), { from: 'first paint', claims: { methods: ['card'] } })
checkShifts(everywhere('ready'), {
  from: 'first paint',
  claims: { methods: undefined },
  allowed: below,
})
checkShifts(everywhere('ready'), { from: 'first paint', claims: { feeInput: 100 } })
checkShifts(everywhere('ready'), { from: 'first paint', attributes: { 'hide-button': '' } })
for (const theme of ['minimal', 'soft'])
  checkShifts(everywhere('ready'), { from: 'first paint', attributes: { theme } })

/** What the order adds to the form moves the button, and the page below; no field. */
checkShifts(everywhere('stored cards', 'payer data', 'verified'), {
  from: 'first paint',
  allowed: /^\/(card: button|: p)#\. [^;]*$/,
})
