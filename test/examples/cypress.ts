import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../support/root.ts'
import { written } from './install.ts'

/** The commands for Cypress of docs/testing.md, and the test below them that uses them. */
function commandsInDocument(): readonly [commands: string, spec: string] {
  const section = readFileSync(join(root, 'docs/testing.md'), 'utf8').split('\n## Cypress\n')[1]!.split('\n## ')[0]!
  const [commands, spec] = [...section.matchAll(/^```ts\n([^]*?)^```$/gm)].map(([, code]) => code!)
  return [commands!, spec!]
}

/** What TypeScript finds in them, with the types of Cypress and those of the installed package. */
export function errorsOfCypress(home: string, change: (commands: string) => string = String): string {
  const [commands, spec] = commandsInDocument()
  const dependencies = { cypress: '15.3.0', 'cypress-real-events': '1.15.1' }
  const files = { 'commands.ts': change(commands), 'spec.ts': spec }
  const folder = written('cypress', { start: '', dependencies, files }, home)
  const compilerOptions = { strict: true, noEmit: true, module: 'nodenext', target: 'es2022', skipLibCheck: true }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ files: Object.keys(files), compilerOptions }))
  const tsc = join(root, 'node_modules/typescript/bin/tsc')
  return spawnSync(process.execPath, [tsc, '-p', folder, '--pretty', 'false'], { encoding: 'utf8' }).stdout
}
