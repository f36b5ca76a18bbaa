import { execFile } from 'node:child_process'
import { expect, test } from 'vitest'
import { main } from './main.ts'

const script = new URL('../../../scripts/simulate.mjs', import.meta.url).pathname

/** Runs the command; returns its exit status and its last line. */
const simulate = (...args: readonly string[]) =>
  new Promise<{ readonly status: number; readonly last: string }>((resolve) => {
    const running = execFile(process.execPath, [script, ...args], (_, stdout) =>
      resolve({ status: running.exitCode ?? -1, last: stdout.trimEnd().split('\n').at(-1)! }),
    )
  })

const TIMEOUT = 120_000

test.concurrent.each([
  ['plays, and ends with 0 while no rule is broken', [], 0, /^2 scenarios, 0 violations, /],
  ['ends with 1 when one is', ['--hostile', '--mutant', 'retry of a mail order'], 1, /^1 scenarios, 1 violations, /],
] as const)(
  '`npm run simulate` %s',
  async (_, args, status, last) => {
    const ended = await simulate('--scenarios', '2', '--seed', '1', ...args)
    expect(ended).toEqual({ status, last: expect.stringMatching(last) as string })
  },
  TIMEOUT,
)

test.each(['--scenarios=many', '--scenarios=0', '--scenarios=1.5', '--seed=-1', '--seed=', '--cores=0'])(
  'it refuses %s, and plays nothing',
  async (option) => {
    const result: string[] = []
    expect(await main([option], (line) => result.push(line))).toBe(2)
    const [name, value] = option.split('=')
    expect(result).toEqual([`${name} ${value} must be a whole number from 1 on.`])
  },
)

test.each(['0/2', '3/2', '1', '1/0'])('it refuses the part %s of the small scopes', async (part) => {
  const result: string[] = []
  expect(await main(['--exhaustive', '--part', part], (line) => result.push(line))).toBe(2)
  expect(result).toEqual([`--part ${part} must be one of several, such as 1/2.`])
})
