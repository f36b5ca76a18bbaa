import { checkShifts, checkThatShiftsAreSeen, methods } from './layout-shift.ts'

/** One, with a place for wallets; `layout-shift.full.test.ts` has all. */
checkShifts([['paid', 'phone', 'stack']], { from: 'first paint', claims: { methods } })

checkThatShiftsAreSeen()
