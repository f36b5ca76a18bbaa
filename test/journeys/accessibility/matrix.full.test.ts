import { themeNames } from '#element/theme/presets.ts'
import { checkStates } from './matrix.ts'
import { shownStates } from './states.ts'

checkStates(Object.keys(shownStates), themeNames.length)
