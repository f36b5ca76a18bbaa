import { checkShifts, checkThatShiftsAreSeen, methods } from './layout-shift.ts'

/** One, with a place for wallets; `layout-shift.full.test.ts` has all. */
checkShifts([['paid, before the result', 'phone', 'stack']], { from: 'first paint', claims: { methods } })

/** A font of twice the size, with which the expiry and the code stand one below the other. */
checkShifts([['ready', 'phone', 'stack']], { from: 'first paint', claims: { methods: ['card'] }, fontSize: 32 })

/** Letters so wide that a label breaks once more, above wallets that the ticket does not name. */
checkShifts([['ready', 'phone', 'stack']], {
  from: 'first paint',
  claims: { methods: undefined },
  attributes: { locale: 'ar', style: '--tender-font: mono' },
})

checkThatShiftsAreSeen()
