/* oxlint-disable no-script-url -- addresses that must be refused */
import { describe, expect, test } from 'vitest'
import type { Outcome } from '#contract/checkout.ts'
import {
  BANK_SLOW,
  CHALLENGE_LATE,
  CHALLENGE_LIMIT,
  CONTINUE_AFTER,
  METHOD_WAIT,
} from '#contract/three-ds/time-limits.ts'
import { settle } from '../../support/clock.ts'
import { outcomes, redirectStep, facts } from './outcomes.ts'
import { Setup, concluded } from './setup.ts'

async function opened(outcome: Outcome, prepare: (setup: Setup) => void = () => {}): Promise<Setup> {
  const setup = new Setup()
  prepare(setup)
  setup.payment.load()
  setup.payment.take(outcome, 'opened')
  await settle()
  return setup
}

test.each([-5, -3650])(
  'the time left for a challenge does not change when the clock is set by %d days',
  async (days) => {
    const setup = await opened(outcomes.resume)
    setup.clock.advance(60_000)
    setup.clock.putForward(days * 86_400_000)
    expect(setup.flow.left).toBe(CHALLENGE_LIMIT - 60_000)
  },
)

describe('a pending payment', () => {
  test('is read after 2, 3, 5 and 8 s, then every 15 s', async () => {
    const setup = await concluded(outcomes.pending)
    const reads: number[] = []
    for (let second = 1; second <= 50; second++) {
      const before = setup.count('refresh')
      await setup.clock.pass(1_000)
      if (setup.count('refresh') > before) reads.push(second)
    }
    expect(reads).toEqual([2, 5, 10, 18, 33, 48])
  })

  test('is read at once when the shopper comes back', async () => {
    const setup = await concluded(outcomes.pending)
    setup.refresh = outcomes.held
    await setup.wake()
    expect(setup.state).toBe('held')
  })

  test('outlives readings that fail or never end', async () => {
    const setup = await concluded(outcomes.pending)
    setup.refresh = new Error('offline')
    await setup.clock.pass(5_000)
    setup.refresh = new Promise<Outcome>(() => {})
    await setup.clock.pass(30_000)
    setup.refresh = outcomes.declined
    await setup.clock.pass(30_000)
    expect(setup.state).toBe('declined')
  })

  test('is not read any more once it is settled', async () => {
    const setup = await concluded(outcomes.pending)
    setup.refresh = outcomes.paid
    await setup.clock.pass(2_000)
    await setup.clock.pass(120_000)
    expect([setup.count('refresh'), setup.clock.waiting]).toEqual([1, 0])
  })

  test('goes on to a challenge that the bank asks for', async () => {
    const setup = await concluded(outcomes.pending)
    setup.refresh = outcomes.resume
    await setup.clock.pass(2_000)
    expect([setup.state, setup.flow.screen]).toEqual(['authenticating', 'challenge'])
  })
})

describe('the 3-D Secure method', () => {
  test.each([true, false])('having run (%s), lets the payment go on', async (ran) => {
    const setup = await concluded(outcomes.method, (made) => (made.method = Promise.resolve(ran)))
    expect([setup.request, setup.state]).toEqual([['runMethod', 'authenticate'], 'paid'])
  })

  test('failing, lets the payment go on', async () => {
    const setup = await concluded(outcomes.method, (made) => (made.method = Promise.reject(new Error('blocked'))))
    expect(setup.state).toBe('paid')
  })

  test('never answering, lets the payment go on after its limit', async () => {
    const setup = await concluded(outcomes.method)
    await setup.clock.pass(METHOD_WAIT - 1)
    expect(setup.count('authenticate')).toBe(0)
    await setup.clock.pass(1)
    expect(setup.state).toBe('paid')
  })

  test('leads to the challenge, and is announced once', async () => {
    const setup = await concluded(outcomes.method, (made) => {
      made.method = Promise.resolve(true)
      made.authenticate = outcomes.challenge
    })
    expect([setup.flow.screen, setup.request.at(-1)]).toEqual(['challenge', 'showChallenge'])
    expect(setup.announcements).toEqual(['tender-ready', 'tender-authenticate'])
  })

  test('whose second call was withdrawn leads back to the form, since nothing was charged', async () => {
    const setup = await concluded(outcomes.method, (made) => {
      made.authenticate = Object.assign(new Error('Nothing was charged.'), { name: 'frame_unsent' })
    })
    await setup.clock.pass(METHOD_WAIT)
    expect(setup.state).toBe('ready')
    expect(setup.payment.error).toEqual({ code: 'frame_unsent', message: 'Nothing was charged.' })
    expect(setup.count('again')).toBe(1)
  })

  test('whose second call is lost leaves the payment uncertain, not failed', async () => {
    const setup = await concluded(outcomes.method, (made) => {
      made.method = Promise.resolve(true)
      made.authenticate = new Error('lost')
    })
    expect(setup.state).toBe('pending')
    setup.refresh = outcomes.paid
    await setup.clock.pass(2_000)
    expect(setup.state).toBe('paid')
  })
})

describe('the challenge', () => {
  test('is shown at once: the bank waits only 30 s for it', async () => {
    const setup = await concluded(outcomes.challenge)
    expect([setup.request, setup.flow.screen, setup.clock.now()]).toEqual([['showChallenge'], 'challenge', 0])
  })

  test('is read every 3 s beside the frame, since a message may be lost', async () => {
    const setup = await concluded(outcomes.challenge)
    await setup.clock.pass(9_000)
    expect(setup.count('refresh')).toBe(3)
    setup.refresh = outcomes.paid
    await setup.clock.pass(3_000)
    expect([setup.state, setup.flow.screen]).toEqual(['paid', undefined])
  })

  test.each(['pending', 'open', 'resume'] as const)('is not taken away by %s while it is shown', async (name) => {
    const setup = await concluded(outcomes.challenge, (made) => (made.refresh = outcomes[name]))
    await setup.clock.pass(30_000)
    expect([setup.state, setup.flow.screen]).toEqual(['authenticating', 'challenge'])
  })

  test('over, is read at once', async () => {
    const setup = await concluded(outcomes.challenge, (made) => {
      made.challenge = Promise.resolve()
      made.refresh = outcomes.paid
    })
    await setup.clock.pass(0)
    expect(setup.state).toBe('paid')
  })

  test('over, with the bank undecided, becomes pending', async () => {
    const setup = await concluded(outcomes.challenge, (made) => (made.challenge = Promise.resolve()))
    await setup.clock.pass(0)
    expect(setup.state).toBe('pending')
  })

  test('over but not known to the bank keeps waiting, then offers itself again', async () => {
    const setup = await concluded(outcomes.challenge, (made) => {
      made.challenge = Promise.resolve()
      made.refresh = outcomes.resume
    })
    expect([setup.flow.screen, setup.flow.late]).toEqual(['returned', false])
    // Its page stays in sight for a moment, in which the answer mostly comes.
    await setup.clock.pass(399)
    expect(setup.flow.isVeiled).toBe(true)
    await setup.clock.pass(1)
    expect(setup.flow.isVeiled).toBe(false)
    await setup.clock.pass(BANK_SLOW - 401)
    expect([setup.flow.screen, setup.flow.late]).toEqual(['returned', false])
    await setup.clock.pass(1)
    expect([setup.flow.screen, setup.flow.late]).toEqual(['returned', true])
    setup.challenge = new Promise(() => {})
    setup.flow.confirm()
    await settle()
    expect([setup.flow.screen, setup.count('showChallenge')]).toEqual(['challenge', 2])
  })

  test('in another tab is followed from here', async () => {
    const setup = await concluded(outcomes.challenge, (made) => {
      made.challenge = Promise.reject(new Error('elsewhere'))
      made.refresh = outcomes.resume
    })
    expect([setup.state, setup.flow.screen]).toEqual(['authenticating', 'elsewhere'])
    setup.refresh = outcomes.paid
    await setup.clock.pass(3_000)
    expect(setup.state).toBe('paid')
  })

  test('in another tab that is closed goes on in this one', async () => {
    let close = () => {}
    const setup = await concluded(outcomes.challenge, (made) => {
      made.challenge = Promise.reject(new Error('elsewhere'))
      made.free = new Promise((closed) => (close = closed))
      made.refresh = outcomes.resume
    })
    await setup.clock.pass(CONTINUE_AFTER)
    expect([setup.flow.screen, setup.count('showChallenge')]).toEqual(['elsewhere', 1])
    setup.challenge = new Promise(() => {})
    close()
    await settle()
    await setup.clock.pass(CONTINUE_AFTER)
    expect([setup.flow.screen, setup.count('showChallenge')]).toEqual(['challenge', 2])
  })

  test('in another tab that is closed goes on in this one, also when its outcome could not be read at first', async () => {
    const setup = await concluded(outcomes.challenge, (made) => {
      made.challenge = Promise.reject(new Error('elsewhere'))
      made.free = Promise.resolve()
      made.refresh = new Error('offline')
    })
    await setup.clock.pass(CONTINUE_AFTER)
    expect([setup.flow.screen, setup.count('showChallenge')]).toEqual(['elsewhere', 1])
    setup.challenge = new Promise(() => {})
    setup.refresh = outcomes.resume
    await setup.clock.pass(CONTINUE_AFTER)
    expect([setup.flow.screen, setup.count('showChallenge')]).toEqual(['challenge', 2])
  })

  test('that another tab has completed is not shown again', async () => {
    const setup = await concluded(outcomes.challenge, (made) => {
      made.challenge = Promise.reject(new Error('elsewhere'))
      made.free = Promise.resolve()
      made.refresh = outcomes.paid
    })
    await setup.clock.pass(CONTINUE_AFTER)
    expect([setup.state, setup.count('showChallenge')]).toEqual(['paid', 1])
  })

  test('that cannot be shown is offered on request', async () => {
    const setup = await concluded(outcomes.challenge, (made) => (made.challenge = Promise.reject(new Error('bad'))))
    expect(setup.flow.screen).toBe('waiting')
  })

  test('taking long makes the way out louder', async () => {
    const setup = await concluded(outcomes.challenge)
    await setup.clock.pass(CHALLENGE_LATE - 1)
    expect(setup.flow.late).toBe(false)
    await setup.clock.pass(1)
    expect(setup.flow.late).toBe(true)
  })

  test('unfinished after ten minutes is pending, and does not come back by itself', async () => {
    const setup = await concluded(outcomes.challenge, (made) => (made.refresh = outcomes.resume))
    await setup.clock.pass(CHALLENGE_LIMIT - 1)
    expect(setup.state).toBe('authenticating')
    await setup.clock.pass(60_000)
    expect(setup.state).toBe('pending')
    setup.refresh = outcomes.declined
    await setup.clock.pass(15_000)
    expect(setup.state).toBe('declined')
  })

  test('left for the whole page goes to its address', async () => {
    const setup = await concluded(outcomes.challenge)
    setup.flow.leave()
    expect(setup.left).toEqual([redirectStep.redirectUrl])
  })
})

describe('cancelling', () => {
  test('gives the payment up, with its outcome', async () => {
    const setup = await concluded(outcomes.challenge)
    setup.flow.cancel()
    expect([setup.flow.screen, setup.flow.isVeiled]).toEqual(['returned', false])
    await settle()
    expect([setup.state, setup.count('cancel')]).toEqual(['cancelled', 1])
  })

  test('twice asks once', async () => {
    const setup = await concluded(outcomes.challenge, (made) => (made.cancel = new Promise<Outcome>(() => {})))
    setup.flow.cancel()
    setup.flow.cancel()
    await settle()
    expect(setup.count('cancel')).toBe(1)
  })

  test('too late shows that it is paid', async () => {
    const setup = await concluded(outcomes.challenge, (made) => (made.cancel = outcomes.paid))
    setup.flow.cancel()
    await settle()
    expect(setup.state).toBe('paid')
  })

  test('refused by the gateway offers the challenge, and does not force it', async () => {
    const setup = await concluded(outcomes.challenge, (made) => (made.cancel = outcomes.resume))
    setup.flow.cancel()
    await settle()
    expect([setup.flow.screen, setup.count('showChallenge')]).toEqual(['waiting', 1])
  })

  test('whose answer is lost leaves the payment uncertain', async () => {
    const setup = await concluded(outcomes.challenge, (made) => (made.cancel = new Error('lost')))
    setup.flow.cancel()
    await settle()
    expect(setup.state).toBe('pending')
  })
})

describe('a page of the bank’s own', () => {
  test.each(['challenge', 'resume'] as const)(
    'takes the place of the dialog when the shop says so: %s',
    async (name) => {
      const setup = await concluded(outcomes[name], (made) => (made.wholePage = true))
      expect([setup.left, setup.flow.screen, setup.request]).toEqual([[redirectStep.redirectUrl], 'leaving', []])
    },
  )

  test('is opened after 3-D Secure 1, and announced before', async () => {
    const setup = await concluded(outcomes.redirect)
    expect([setup.left, setup.announcements.at(-1)]).toEqual([[redirectStep.redirectUrl], 'tender-authenticate'])
  })

  test('is not gone to by a page that has only just loaded', async () => {
    const setup = await opened(outcomes.redirect)
    expect([setup.left, setup.flow.screen]).toEqual([[], 'waiting'])
    setup.flow.confirm()
    await settle()
    expect(setup.left).toEqual([redirectStep.redirectUrl])
  })

  test('come back from without an outcome, is offered again', async () => {
    const setup = await concluded(outcomes.redirect, (made) => (made.refresh = outcomes.redirect))
    await setup.wake()
    expect([setup.state, setup.flow.screen]).toEqual(['authenticating', 'waiting'])
  })

  test.each(['javascript:alert(1)', 'http://gateway.example/', 'data:text/html,x', ''])(
    'at %j is refused',
    async (redirectUrl) => {
      const setup = await concluded({ ...facts, state: 'authenticate', step: { kind: 'redirect', redirectUrl } })
      expect([setup.left, setup.state]).toEqual([[], 'failed'])
      expect(setup.complaints[0]).toContain('address_refused')
    },
  )
})

test('a challenge under way is resumed by a page that loads', async () => {
  const setup = await opened(outcomes.resume)
  expect([setup.flow.screen, setup.request]).toEqual(['challenge', ['showChallenge']])
})

describe('a challenge frame whose script does not come', () => {
  const lost = { code: 'script_failed', message: 'The script of /3ds was not loaded.' }
  const without = (setup: Setup) => void (setup.noFrame = true)

  test('is reported with its cause, and can be asked for again', async () => {
    const setup = await concluded(outcomes.challenge, without)
    expect([setup.state, setup.flow.screen, setup.payment.error]).toEqual(['authenticating', 'waiting', lost])
    expect(setup.announcements.at(-1)).toBe('tender-error script_failed')
    setup.noFrame = false
    setup.flow.confirm()
    await settle()
    expect([setup.flow.screen, setup.payment.error, setup.count('showChallenge')]).toEqual(['challenge', undefined, 1])
  })

  test('lets the shopper go to the bank’s page, or give the payment up', async () => {
    const setup = await concluded(outcomes.challenge, without)
    setup.flow.leave()
    expect(setup.left).toHaveLength(1)
    setup.flow.cancel()
    await settle()
    expect(setup.state).toBe('cancelled')
  })

  test('lets the payment go on without the method, and is reported', async () => {
    const setup = await concluded(outcomes.method, without)
    expect([setup.request, setup.state]).toEqual([['authenticate'], 'paid'])
    expect(setup.announcements).toContain('tender-error script_failed')
  })
})
