import { expect, test } from 'vitest'
import { benchmarkNames } from '../../scripts/documents/benchmarks.ts'
import { main } from '../../scripts/bench/main.ts'

async function run(...args: string[]) {
  const [printed, reported]: string[][] = [[], []]
  const code = await main(args, { print: (line) => printed!.push(line), report: (line) => reported!.push(line) })
  return { code, printed: printed!.join('\n'), reported: reported!.join('\n') }
}

test('--help prints every benchmark and every option, and measures nothing', async () => {
  const { code, printed, reported } = await run('relay', '--help')
  expect([code, reported]).toEqual([0, ''])
  for (const name of benchmarkNames) expect(printed).toMatch(new RegExp(`^  ${name} `, 'm'))
  for (const option of ['quick', 'runs N', 'throttle N', 'latency N', 'no-peers', 'json FILE', 'write'])
    expect(printed).toMatch(new RegExp(`^  --${option}  `, 'm'))
})

test('a wrong argument is reported by name, with the usage, and measures nothing', async () => {
  const { code, printed, reported } = await run('relay', '--rums', '3')
  expect([code, printed]).toEqual([2, ''])
  expect(reported).toMatch(/^Unknown option '--rums'\.\n\nnpm run bench -- /)
})
