import { checkShifts } from './layout-shift.ts'

/** One; `layout-shift.full.test.ts` has all. */
checkShifts([['paid', 'phone', 'stack']])
