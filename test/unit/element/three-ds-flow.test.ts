/* oxlint-disable no-script-url -- addresses that must be refused */
import { describe, expect, test } from 'vitest'
import type { Outcome } from '#contract/checkout.ts'
import { CHALLENGE_LIMIT, LATE, METHOD_LIMIT } from '#element/three-ds/flow.ts'
import { settle } from './fake-clock.ts'
import { outcomes, redirectStep, facts } from './outcomes.ts'
import { Rig, concluded } from './rig.ts'

async function opened(outcome: Outcome, prepare: (rig: Rig) => void = () => {}): Promise<Rig> {
  const rig = new Rig()
  prepare(rig)
  rig.payment.load()
  rig.payment.take(outcome, 'opened')
  await settle()
  return rig
}

describe('a pending payment', () => {
  test('is read after 2, 3, 5 and 8 s, then every 15 s', async () => {
    const rig = await concluded(outcomes.pending)
    const reads: number[] = []
    for (let second = 1; second <= 50; second++) {
      const before = rig.count('refresh')
      await rig.clock.advance(1_000)
      if (rig.count('refresh') > before) reads.push(second)
    }
    expect(reads).toEqual([2, 5, 10, 18, 33, 48])
  })

  test('is read at once when the shopper comes back', async () => {
    const rig = await concluded(outcomes.pending)
    rig.refresh = outcomes.held
    await rig.wake()
    expect(rig.state).toBe('held')
  })

  test('outlives readings that fail or never end', async () => {
    const rig = await concluded(outcomes.pending)
    rig.refresh = new Error('offline')
    await rig.clock.advance(5_000)
    rig.refresh = new Promise<Outcome>(() => {})
    await rig.clock.advance(30_000)
    rig.refresh = outcomes.declined
    await rig.clock.advance(30_000)
    expect(rig.state).toBe('declined')
  })

  test('is not read any more once it is settled', async () => {
    const rig = await concluded(outcomes.pending)
    rig.refresh = outcomes.paid
    await rig.clock.advance(2_000)
    await rig.clock.advance(120_000)
    expect([rig.count('refresh'), rig.clock.waiting]).toEqual([1, 0])
  })

  test('goes on to a challenge that the bank asks for', async () => {
    const rig = await concluded(outcomes.pending)
    rig.refresh = outcomes.resume
    await rig.clock.advance(2_000)
    expect([rig.state, rig.flow.scene]).toEqual(['authenticating', 'challenge'])
  })
})

describe('the 3-D Secure method', () => {
  test.each([true, false])('having run (%s), lets the payment go on', async (ran) => {
    const rig = await concluded(outcomes.method, (made) => (made.method = Promise.resolve(ran)))
    expect([rig.asked, rig.state]).toEqual([['runMethod', 'authenticate'], 'paid'])
  })

  test('failing, lets the payment go on', async () => {
    const rig = await concluded(outcomes.method, (made) => (made.method = Promise.reject(new Error('blocked'))))
    expect(rig.state).toBe('paid')
  })

  test('never answering, lets the payment go on after its limit', async () => {
    const rig = await concluded(outcomes.method)
    await rig.clock.advance(METHOD_LIMIT - 1)
    expect(rig.count('authenticate')).toBe(0)
    await rig.clock.advance(1)
    expect(rig.state).toBe('paid')
  })

  test('leads to the challenge, and is told of once', async () => {
    const rig = await concluded(outcomes.method, (made) => {
      made.method = Promise.resolve(true)
      made.authenticate = outcomes.challenge
    })
    expect([rig.flow.scene, rig.asked.at(-1)]).toEqual(['challenge', 'showChallenge'])
    expect(rig.told).toEqual(['tender-ready', 'tender-authenticate'])
  })

  test('whose second call was withdrawn leads back to the form, since nothing was charged', async () => {
    const rig = await concluded(outcomes.method, (made) => {
      made.authenticate = Object.assign(new Error('Nothing was charged.'), { name: 'frame_unsent' })
    })
    await rig.clock.advance(METHOD_LIMIT)
    expect(rig.state).toBe('ready')
    expect(rig.payment.trouble).toEqual({ code: 'frame_unsent', message: 'Nothing was charged.' })
    expect(rig.count('again')).toBe(1)
  })

  test('whose second call is lost leaves the payment in doubt, not failed', async () => {
    const rig = await concluded(outcomes.method, (made) => {
      made.method = Promise.resolve(true)
      made.authenticate = new Error('lost')
    })
    expect(rig.state).toBe('pending')
    rig.refresh = outcomes.paid
    await rig.clock.advance(2_000)
    expect(rig.state).toBe('paid')
  })
})

describe('the challenge', () => {
  test('is shown at once: the bank waits only 30 s for it', async () => {
    const rig = await concluded(outcomes.challenge)
    expect([rig.asked, rig.flow.scene, rig.clock.now()]).toEqual([['showChallenge'], 'challenge', 0])
  })

  test('is read every 3 s beside the frame, since a message may be lost', async () => {
    const rig = await concluded(outcomes.challenge)
    await rig.clock.advance(9_000)
    expect(rig.count('refresh')).toBe(3)
    rig.refresh = outcomes.paid
    await rig.clock.advance(3_000)
    expect([rig.state, rig.flow.scene]).toEqual(['paid', undefined])
  })

  test.each(['pending', 'open', 'resume'] as const)('is not taken away by %s while it is shown', async (name) => {
    const rig = await concluded(outcomes.challenge, (made) => (made.refresh = outcomes[name]))
    await rig.clock.advance(30_000)
    expect([rig.state, rig.flow.scene]).toEqual(['authenticating', 'challenge'])
  })

  test('over, is read at once', async () => {
    const rig = await concluded(outcomes.challenge, (made) => {
      made.challenge = Promise.resolve()
      made.refresh = outcomes.paid
    })
    await rig.clock.advance(0)
    expect(rig.state).toBe('paid')
  })

  test('over, with the bank undecided, becomes pending', async () => {
    const rig = await concluded(outcomes.challenge, (made) => (made.challenge = Promise.resolve()))
    await rig.clock.advance(0)
    expect(rig.state).toBe('pending')
  })

  test('over but not known to the bank keeps waiting, then offers itself again', async () => {
    const rig = await concluded(outcomes.challenge, (made) => {
      made.challenge = Promise.resolve()
      made.refresh = outcomes.resume
    })
    expect([rig.flow.scene, rig.flow.late]).toEqual(['returned', false])
    await rig.clock.advance(LATE)
    expect([rig.flow.scene, rig.flow.late]).toEqual(['returned', true])
    rig.challenge = new Promise(() => {})
    rig.flow.confirm()
    await settle()
    expect([rig.flow.scene, rig.count('showChallenge')]).toEqual(['challenge', 2])
  })

  test('in another tab is followed from here', async () => {
    const rig = await concluded(outcomes.challenge, (made) => {
      made.challenge = Promise.reject(new Error('elsewhere'))
      made.refresh = outcomes.resume
    })
    expect([rig.state, rig.flow.scene]).toEqual(['authenticating', 'elsewhere'])
    rig.refresh = outcomes.paid
    await rig.clock.advance(3_000)
    expect(rig.state).toBe('paid')
  })

  test('that cannot be shown is offered on request', async () => {
    const rig = await concluded(outcomes.challenge, (made) => (made.challenge = Promise.reject(new Error('bad'))))
    expect(rig.flow.scene).toBe('waiting')
  })

  test('taking long makes the way out louder', async () => {
    const rig = await concluded(outcomes.challenge)
    await rig.clock.advance(LATE - 1)
    expect(rig.flow.late).toBe(false)
    await rig.clock.advance(1)
    expect(rig.flow.late).toBe(true)
  })

  test('unfinished after ten minutes is pending, and does not come back by itself', async () => {
    const rig = await concluded(outcomes.challenge, (made) => (made.refresh = outcomes.resume))
    await rig.clock.advance(CHALLENGE_LIMIT - 1)
    expect(rig.state).toBe('authenticating')
    await rig.clock.advance(60_000)
    expect(rig.state).toBe('pending')
    rig.refresh = outcomes.declined
    await rig.clock.advance(15_000)
    expect(rig.state).toBe('declined')
  })

  test('left for the whole page goes to its address', async () => {
    const rig = await concluded(outcomes.challenge)
    rig.flow.leave()
    expect(rig.left).toEqual([redirectStep.redirectUrl])
  })
})

describe('cancelling', () => {
  test('gives the payment up, with its outcome', async () => {
    const rig = await concluded(outcomes.challenge)
    rig.flow.cancel()
    expect(rig.flow.scene).toBe('returned')
    await settle()
    expect([rig.state, rig.count('cancel')]).toEqual(['cancelled', 1])
  })

  test('twice asks once', async () => {
    const rig = await concluded(outcomes.challenge, (made) => (made.cancel = new Promise<Outcome>(() => {})))
    rig.flow.cancel()
    rig.flow.cancel()
    await settle()
    expect(rig.count('cancel')).toBe(1)
  })

  test('too late tells that it is paid', async () => {
    const rig = await concluded(outcomes.challenge, (made) => (made.cancel = outcomes.paid))
    rig.flow.cancel()
    await settle()
    expect(rig.state).toBe('paid')
  })

  test('refused by the gateway offers the challenge, and does not force it', async () => {
    const rig = await concluded(outcomes.challenge, (made) => (made.cancel = outcomes.resume))
    rig.flow.cancel()
    await settle()
    expect([rig.flow.scene, rig.count('showChallenge')]).toEqual(['waiting', 1])
  })

  test('whose answer is lost leaves the payment in doubt', async () => {
    const rig = await concluded(outcomes.challenge, (made) => (made.cancel = new Error('lost')))
    rig.flow.cancel()
    await settle()
    expect(rig.state).toBe('pending')
  })
})

describe('a page of the bank’s own', () => {
  test.each(['challenge', 'resume'] as const)(
    'takes the place of the dialog when the shop says so: %s',
    async (name) => {
      const rig = await concluded(outcomes[name], (made) => (made.wholePage = true))
      expect([rig.left, rig.flow.scene, rig.asked]).toEqual([[redirectStep.redirectUrl], 'leaving', []])
    },
  )

  test('is gone to after 3-D Secure 1, and told of before', async () => {
    const rig = await concluded(outcomes.redirect)
    expect([rig.left, rig.told.at(-1)]).toEqual([[redirectStep.redirectUrl], 'tender-authenticate'])
  })

  test('is not gone to by a page that has only just loaded', async () => {
    const rig = await opened(outcomes.redirect)
    expect([rig.left, rig.flow.scene]).toEqual([[], 'waiting'])
    rig.flow.confirm()
    await settle()
    expect(rig.left).toEqual([redirectStep.redirectUrl])
  })

  test('come back from without an outcome, is offered again', async () => {
    const rig = await concluded(outcomes.redirect, (made) => (made.refresh = outcomes.redirect))
    await rig.wake()
    expect([rig.state, rig.flow.scene]).toEqual(['authenticating', 'waiting'])
  })

  test.each(['javascript:alert(1)', 'http://gateway.example/', 'data:text/html,x', ''])(
    'at %j is refused',
    async (redirectUrl) => {
      const rig = await concluded({ ...facts, state: 'authenticate', step: { kind: 'redirect', redirectUrl } })
      expect([rig.left, rig.state]).toEqual([[], 'failed'])
      expect(rig.complaints[0]).toContain('address_refused')
    },
  )
})

test('a challenge under way is resumed by a page that loads', async () => {
  const rig = await opened(outcomes.resume)
  expect([rig.flow.scene, rig.asked]).toEqual(['challenge', ['showChallenge']])
})

describe('a challenge frame whose script does not come', () => {
  const lost = { code: 'script_failed', message: 'The script of /3ds was not loaded.' }
  const without = (rig: Rig) => void (rig.noFrame = true)

  test('is told with its cause, and can be asked for again', async () => {
    const rig = await concluded(outcomes.challenge, without)
    expect([rig.state, rig.flow.scene, rig.payment.trouble]).toEqual(['authenticating', 'waiting', lost])
    expect(rig.told.at(-1)).toBe('tender-error script_failed')
    rig.noFrame = false
    rig.flow.confirm()
    await settle()
    expect([rig.flow.scene, rig.payment.trouble, rig.count('showChallenge')]).toEqual(['challenge', undefined, 1])
  })

  test('lets the shopper go to the bank’s page, or give the payment up', async () => {
    const rig = await concluded(outcomes.challenge, without)
    rig.flow.leave()
    expect(rig.left).toHaveLength(1)
    rig.flow.cancel()
    await settle()
    expect(rig.state).toBe('cancelled')
  })

  test('lets the payment go on without the method, and is told', async () => {
    const rig = await concluded(outcomes.method, without)
    expect([rig.asked, rig.state]).toEqual([['authenticate'], 'paid'])
    expect(rig.told).toContain('tender-error script_failed')
  })
})
