/**
 * Loads a package that only some installations have. Bundlers leave such an import as it is: they would look for the
 * package while they build, and fail where it is absent.
 */
export const loadOptional = (name: string): Promise<unknown> =>
  import(/* webpackIgnore: true */ /* turbopackIgnore: true */ /* @vite-ignore */ name)
