import { problemOf, themeOf, type Appearance } from '#contract/appearance.ts'
import { FrameTrouble } from '../proxy-client/trouble.ts'

/** The custom properties of a shop's appearance; throws `appearance_invalid` for an invalid value. */
export function checkedTheme(appearance: Appearance): ReturnType<typeof themeOf> {
  const problem = problemOf(appearance)
  if (!problem) return themeOf(appearance)
  const { field, rule } = problem
  throw new FrameTrouble({ code: 'appearance_invalid', message: `Appearance "${field}" must be ${rule}.`, field })
}
