import { switchesOf, themeOf, type Appearance } from '#contract/appearance/appearance.ts'
import { problemOf } from '#contract/appearance/problem.ts'
import { corrected } from '#contract/appearance/corrected.ts'
import { FrameError } from '../proxy-client/errors.ts'

/** The custom properties and the attributes of the root for an appearance. */
export interface Theme {
  readonly properties: ReturnType<typeof themeOf>
  readonly switches: ReturnType<typeof switchesOf>
}

/**
 * The theme of a shop's appearance, with colours that can be read whatever the shop sets; throws `appearance_invalid`
 * for an invalid value.
 */
export function checkedTheme(given: Appearance): Theme {
  const problem = problemOf(given)
  if (problem) {
    const { field, rule } = problem
    throw new FrameError({ code: 'appearance_invalid', message: `Appearance "${field}" must be ${rule}.`, field })
  }
  const { appearance } = corrected(given)
  return { properties: themeOf(appearance), switches: switchesOf(appearance) }
}
