import { checkWays, ways } from './keyboard.ts'

checkWays(Object.keys(ways))
