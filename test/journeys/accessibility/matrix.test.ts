import { checkStates } from './matrix.ts'

/** One with a dialog and frames in frames; `matrix.full.test.ts` has all. */
checkStates(['challenge'], 2)
