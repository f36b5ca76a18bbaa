import { checkKeyboard, journeys } from './keyboard.ts'

checkKeyboard(Object.keys(journeys))
