import { checkKeyboard, journeys } from './keyboard.ts'

/** One; `keyboard.full.test.ts` has all. */
checkKeyboard(Object.keys(journeys).slice(0, 1))
