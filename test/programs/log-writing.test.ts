import { describe, expect, test } from 'vitest'
import { processes, root, slow } from '../unit/cli/tender.ts'

const start = processes()

/** Runs a program with a logger of the level `info`. */
const logging = (program: string) =>
  start(process.execPath, [
    '--import',
    'tsx',
    '--input-type=module',
    '--eval',
    `import { buildLogger, logOnly } from '${root}/server/proxy/http/log.ts'
     const log = logOnly(buildLogger('info'))
     ${program}`,
  ])

const ordersIn = (out: string): readonly unknown[] =>
  out
    .split('\n')
    .filter(Boolean)
    .map((line) => (JSON.parse(line) as { order: unknown }).order)

test('no line is lost when the process exits by itself, is ended, or throws', slow, async () => {
  const lines = "for (let at = 0; at < 100; at++) log.info({ order: 'A-' + at })\n"
  for (const [end, code] of [
    ['', 0],
    ['process.exit(3)', 3],
    ["throw new Error('unforeseen')", 1],
  ] as const) {
    const run = logging(lines + end)
    expect([end, await run.ended]).toEqual([end, code])
    expect([end, ordersIn(run.out()).length]).toEqual([end, 100])
  }
})

test('an error is written at once, and the lines before it: a killed process has logged why', slow, async () => {
  const run = logging(`log.info({ order: 'A-1' }); log.error({ order: 'A-2' }); setInterval(() => {}, 1000)`)
  await run.printed('"A-2"')
  expect(ordersIn(run.out())).toEqual(['A-1', 'A-2'])
  run.child.kill('SIGKILL')
})

test('a write is one whole line, so that those of several processes never mix', slow, async () => {
  const run = logging(`
    import fs from 'node:fs'
    // What a full pipe has left over is written again, as bytes.
    const writes = []
    const write = fs.writeSync
    fs.writeSync = (fd, text, ...rest) => (writes.push(text), write(fd, text, ...rest))
    for (let at = 0; at < 500; at++) log.info({ order: 'A-' + at, message: 'x'.repeat(at % 90) })
    console.error(JSON.stringify(writes.map((text) => String(text).trim().split('\\n').length)))`)
  expect([await run.ended, run.error()]).toEqual([0, expect.stringMatching(/^\[/)])
  expect(new Set(JSON.parse(run.error()) as number[])).toEqual(new Set([1]))
  expect(ordersIn(run.out())).toHaveLength(500)
})

describe('a reader that stands still', () => {
  const MANY = 40_000
  /** Logs much more than any pipe holds, and says on stderr that the process still runs. */
  const flooding = `for (let at = 0; at < ${MANY}; at++) log.info({ order: 'A-' + at, message: 'x'.repeat(90) })
    console.error('runs')\n`

  test('stops nothing; what is dropped is counted, and a line says so once it reads again', slow, async () => {
    const run = logging(`
      const { buildMetrics } = await import('${root}/server/proxy/metrics/metrics.ts')
      const metrics = buildMetrics()
      metrics.wrap({})
      ${flooding}
      console.error(/^tender_log_lines_dropped_total \\d+/m.exec(await metrics.text())[0] + '.')
      setInterval(() => {}, 1000)`)
    run.child.stdout!.pause()
    await run.printed('.')
    run.child.stdout!.resume()
    await run.printed('"log_dropped"')
    const lines = run.out().trim().split('\n')
    const [, dropped] = /(\d+) lines were dropped/.exec(lines.at(-1)!)!
    expect(lines.length - 1 + Number(dropped)).toBe(MANY)
    expect(run.error()).toContain(`tender_log_lines_dropped_total ${dropped}.`)
    expect(ordersIn(run.out()).slice(0, 3)).toEqual(['A-0', 'A-1', 'A-2'])
  })

  test('keeps no process from ending', slow, async () => {
    const run = logging(`${flooding} process.exit(3)`)
    run.child.stdout!.pause()
    expect(await run.ended).toBe(3)
  })
})

test('what waits when the process ends is written, where the reader goes on', slow, async () => {
  const run = logging(`for (let at = 0; at < 4000; at++) log.info({ order: 'A-' + at, message: 'x'.repeat(90) })
    process.exit(3)`)
  expect(await run.ended).toBe(3)
  await expect.poll(() => ordersIn(run.out()).length).toBe(4000)
})
