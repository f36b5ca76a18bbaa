import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

/** Where the browser build is: beside the built entries, above their chunks, and beside the sources. */
const folders = (): readonly string[] => ['..', '../..', '../../dist'].map(here)

/** The folder of the package's own browser build. */
export const buildFolder = (): string =>
  folders().find((folder) => existsSync(`${folder}/frames/manifest.json`)) ?? here('..')
