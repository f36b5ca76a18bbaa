import { checkWays, ways } from './keyboard.ts'

/** One; `keyboard.full.test.ts` has all. */
checkWays(Object.keys(ways).slice(0, 1))
