import { join } from 'node:path'
import { runnerImport } from 'vite'

export const root = join(import.meta.dirname, '../..')

/** Evaluates a module of the sources during the build. */
export async function evaluated<T>(path: string): Promise<T> {
  const { module } = await runnerImport<T>(`${root}/${path}`, { root, configFile: false, logLevel: 'error' })
  return module
}
