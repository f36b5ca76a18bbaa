import { afterEach, describe, expect, test } from 'vitest'
import { showChallenge, whenFree } from '#challenge-frame/challenge.ts'
import { METHOD_LIMIT } from '#contract/three-ds/time-limits.ts'
import { runMethod } from '#challenge-frame/method.ts'
import { fakeClock, settle } from '../../support/clock.ts'

/** A page of the test's own origin in the place of the issuer's: the tests check only what is sent to it. */
const page = (name: string) => `${location.origin}/no-such-page/${name}`

const methodStep = { kind: 'method', methodUrl: page('method'), nonce: 'm-1', continuation: 'c' } as const
const challengeStep = {
  kind: 'challenge',
  acsUrl: page('acs'),
  creq: 'eyJ0aHJlZURTU2VydmVyVHJhbnNJRCI6IiJ9+/=',
  nonce: 'c-1',
  redirectUrl: page('redirect'),
} as const
const resumeStep = { kind: 'resume', nonce: 'c-1', redirectUrl: page('redirect') } as const

interface Posted {
  readonly action: string
  readonly method: string
  readonly target: string
  readonly fields: readonly (readonly [string, FormDataEntryValue])[]
}

let stop = new AbortController()
let release: (() => void) | undefined

afterEach(() => {
  stop.abort()
  stop = new AbortController()
  release?.()
  release = undefined
  document.body.replaceChildren()
})

/** Records every form that is posted from now on. */
function posts(): Posted[] {
  const posted: Posted[] = []
  document.addEventListener(
    'formdata',
    ({ target, formData }) => {
      const form = target as HTMLFormElement
      posted.push({ action: form.action, method: form.method, target: form.target, fields: [...formData] })
    },
    { signal: stop.signal },
  )
  return posted
}

const post = async (tender: string, nonce: string): Promise<void> => {
  postMessage({ tender, nonce }, location.origin)
  await settle()
}

const frames = () => [...document.querySelectorAll('iframe')]

describe('the method', () => {
  const step = { ...methodStep, methodData: 'eyJ0IjoiKy8ifQ==+/' }

  test('posts its data byte for byte into a hidden frame, and is done with our page’s word', async () => {
    const posted = posts()
    const done = runMethod(step, window, fakeClock(0))
    expect(posted).toEqual([
      { action: step.methodUrl, method: 'post', target: 'method', fields: [['threeDSMethodData', step.methodData]] },
    ])
    expect(frames().map((frame) => [frame.name, getComputedStyle(frame).display])).toEqual([['method', 'none']])
    expect(document.querySelector('form')).toBeNull()
    await post('method', 'm-1')
    expect(await done).toBe(true)
  })

  test('is not done by the frame’s load, another word, or another attempt’s', async () => {
    const clock = fakeClock(0)
    const done = runMethod(step, window, clock)
    await new Promise((loaded) => frames()[0]!.addEventListener('load', loaded))
    await post('returned', 'm-1')
    await post('method', 'm-2')
    await clock.pass(METHOD_LIMIT)
    expect(await done).toBe(false)
  })

  test('is given up after ten seconds', async () => {
    const clock = fakeClock(0)
    let result: boolean | undefined
    void runMethod(step, window, clock).then((ran) => (result = ran))
    await clock.pass(9_999)
    expect(result).toBeUndefined()
    await clock.pass(1)
    expect(result).toBe(false)
  })

  test('loads the gateway’s own page as well', async () => {
    void runMethod({ ...step, serverUrl: page('server') }, window, fakeClock(0))
    expect(frames().map(({ name, hidden }) => [name, hidden])).toEqual([
      ['server', true],
      ['method', true],
    ])
    expect(frames()[0]!.src).toBe(page('server'))
  })

  test('without an address has nothing to wait for', async () => {
    const posted = posts()
    const none = { kind: 'method', nonce: 'm-1', continuation: 'c', serverUrl: page('server') } as const
    expect(await runMethod(none, window, fakeClock(0))).toBe(false)
    expect([frames().length, posted.length]).toEqual([1, 0])
  })

  test.each(['http://acs.example/', 'data:text/html,x'])('at %s is refused', async (methodUrl) => {
    const posted = posts()
    await expect(runMethod({ ...step, methodUrl }, window, fakeClock(0))).rejects.toThrow('may not be sent')
    expect(posted).toEqual([])
  })
})

describe('the challenge', () => {
  test('posts its request byte for byte into the frame that is seen, and ends with our page’s word', async () => {
    const posted = posts()
    const done = showChallenge(challengeStep, 'Bank', window)
    await expect
      .poll(() => posted)
      .toEqual([
        { action: challengeStep.acsUrl, method: 'post', target: 'challenge', fields: [['creq', challengeStep.creq]] },
      ])
    const [frame] = frames()
    expect([frame!.title, frame!.allow]).toEqual(['Bank', 'payment *; publickey-credentials-get *'])
    await post('returned', 'c-2')
    await post('returned', 'c-1')
    await done
  })

  test('under way is resumed at its address', async () => {
    const done = showChallenge(resumeStep, 'Bank', window)
    await expect.poll(() => frames().map(({ src }) => src)).toEqual([resumeStep.redirectUrl])
    await post('returned', 'c-1')
    await done
  })

  test('that loaded just after the connection came back is opened anew, once', async () => {
    const posted = posts()
    const done = showChallenge(challengeStep, 'Bank', window)
    await expect.poll(() => frames().length).toBe(1)
    const [first] = frames()
    first!.dispatchEvent(new Event('load'))
    expect([frames()[0], posted.length]).toEqual([first, 1])
    dispatchEvent(new Event('online'))
    first!.dispatchEvent(new Event('load'))
    const [second] = frames()
    expect([second === first, frames().length, posted.length]).toEqual([false, 1, 2])
    second!.dispatchEvent(new Event('load'))
    expect([frames()[0], posted.length]).toEqual([second, 2])
    dispatchEvent(new Event('online'))
    await post('returned', 'c-1')
    await done
    second!.dispatchEvent(new Event('load'))
    expect(posted.length, 'a challenge that has ended').toBe(2)
  })

  test('in another tab is not shown here', async () => {
    const posted = posts()
    const held = new Promise<void>((done) => (release = done))
    await new Promise<void>((taken) => {
      void navigator.locks.request('tender:c-1', async () => {
        taken()
        await held
      })
    })
    await expect(showChallenge(challengeStep, 'Bank', window)).rejects.toThrow('elsewhere')
    expect([frames(), posted]).toEqual([[], []])
    let isFree = false
    const free = whenFree('c-1', window).then(() => (isFree = true))
    await whenFree('c-2', window)
    expect(isFree).toBe(false)
    release!()
    await free
  })

  test('of a page that is being left is shown by the next one', async () => {
    await new Promise<void>((taken) => {
      void navigator.locks.request('tender:c-1', async () => {
        taken()
        await new Promise((left) => setTimeout(left, 200))
      })
    })
    const done = showChallenge(resumeStep, 'Bank', window)
    await expect.poll(() => frames().map(({ src }) => src)).toEqual([resumeStep.redirectUrl])
    await post('returned', 'c-1')
    await done
  })

  test('over, may be shown in another tab', async () => {
    const done = showChallenge(challengeStep, 'Bank', window)
    await expect.poll(() => frames().length).toBe(1)
    await post('returned', 'c-1')
    await done
    const again = showChallenge(resumeStep, 'Bank', window)
    await expect.poll(() => frames().map(({ src }) => src)).toEqual([resumeStep.redirectUrl])
    await post('returned', 'c-1')
    await again
  })

  test.each(['http://acs.example/', 'blob:x', ''])('at %j is refused', async (acsUrl) => {
    const posted = posts()
    await expect(showChallenge({ ...challengeStep, acsUrl }, 'Bank', window)).rejects.toThrow()
    expect(posted).toEqual([])
  })
})
