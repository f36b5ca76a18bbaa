import { themeNames } from '#contract/appearance/presets.ts'
import { states } from '../states/states.ts'
import { checkStates } from './matrix.ts'

/** Each is shown in every theme, so that those of a preset alone add nothing. */
const names = Object.keys(states).filter((name) => !states[name]!.isPreset)

checkStates(names, themeNames.length)
