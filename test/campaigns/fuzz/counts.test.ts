import { describe, expect, test } from 'vitest'
import { fuzzInProcess } from './in-process/run.ts'
import { main } from './main.ts'
import { exchange } from './wire/exchange.ts'
import { fuzzRaw } from './wire/raw.ts'

describe('fuzzing counts what was sent', () => {
  test('in process: goes on until so many were answered', async () => {
    const { requests, byStatus } = await fuzzInProcess(1200, 1)
    expect([requests, [...byStatus.values()].reduce((sum, count) => sum + count)]).toEqual([1200, 1200])
  })

  test('on sockets: goes on until so many were sent', async () => {
    let sent = 0
    const send: typeof exchange = (...request) => ((sent += 1), exchange(...request))
    const { connections } = await fuzzRaw({ count: 300, seed: 1, send })
    expect([connections, sent]).toEqual([300, 300])
  })

  test('on sockets: also when what was found ended it', async () => {
    let sent = 0
    const send: typeof exchange = async (...request) => {
      sent += 1
      return { ...(await exchange(...request)), isHanging: true }
    }
    const { connections, findings } = await fuzzRaw({ count: 300, seed: 1, send })
    expect(findings.length).toBeGreaterThanOrEqual(20)
    expect(sent).toBeLessThan(300)
    expect(connections).toBe(sent)
  })
})

describe('npm run fuzz', () => {
  const run = async (...args: string[]) => {
    const message: string[] = []
    return { status: await main(args, (line) => message.push(line)), last: message.at(-1) }
  }

  test('does what it is asked, from the seed it is given', async () => {
    expect(await run('--requests', '60', '--seed', '7')).toEqual({
      status: 0,
      last: 'requests: 60 from seed 7, 0 findings',
    })
    expect(await run('--sockets', '40')).toEqual({ status: 0, last: 'sockets: 40 from seed 1, 0 findings' })
  })

  test.each([[], ['--requests', 'many'], ['--requests', '0'], ['--rquests', '5'], ['--seed', '5']])(
    'says how to ask when it is asked %j',
    async (...args) => {
      expect(await run(...args)).toMatchObject({ status: 2, last: expect.stringContaining('--requests N') })
    },
  )
})
