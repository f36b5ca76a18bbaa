#!/usr/bin/env node
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { run } from '#cli/run.ts'

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

/** The first folder that contains a file, for the built command and for the sources alike. */
const found = (file: string, ...folders: readonly [string, ...string[]]): string =>
  folders.map(here).find((folder) => existsSync(`${folder}/${file}`)) ?? here(folders[0])

await run(process.argv.slice(2), {
  env: process.env,
  home: found('package.json', '../..', '..'),
  dist: found('frames/manifest.json', '../dist', '..'),
  loadSandbox: () => import('./sandbox.ts'),
})
