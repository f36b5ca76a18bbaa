import type { BrowserContext } from 'playwright'

/** What the form shows in one frame of animation. */
export interface FormFrame {
  readonly at: number
  readonly values: readonly string[]
  readonly button: string
  readonly isTicked: boolean
}

/** What is around the form in one frame of animation. */
export interface PageFrame {
  readonly at: number
  readonly state: string
  readonly isFormShown: boolean
  /** The buttons of the other methods, by how opaque they are; the pressed one is marked. */
  readonly wallets: readonly string[]
  readonly words: string
}

export interface Film {
  readonly form: readonly FormFrame[]
  readonly page: readonly PageFrame[]
}

/** Films the checkouts of a context from now on: each animation frame of the page, and of the form in it. */
export async function filmed(context: BrowserContext): Promise<Film> {
  const film = { form: [] as FormFrame[], page: [] as PageFrame[] }
  await context.exposeBinding('reportForm', (_, frame: FormFrame) => void film.form.push(frame))
  await context.exposeBinding('reportPage', (_, frame: PageFrame) => void film.page.push(frame))
  await context.addInitScript(recordFrames)
  return film
}

/** Runs in every document; what is as it was in the frame before is not reported again. */
function recordFrames(): void {
  const { reportForm, reportPage } = globalThis as unknown as Record<string, (frame: object) => void>
  let last = ''
  const report = (send: (frame: object) => void, frame: object): void => {
    const now = JSON.stringify(frame)
    if (now !== last) send({ at: performance.timeOrigin + performance.now(), ...frame })
    last = now
  }
  const look = (): void => {
    requestAnimationFrame(look)
    const button = document.querySelector<HTMLElement>('form [type=submit]')
    const root = document.querySelector('tender-checkout')?.shadowRoot
    if (location.pathname === '/card' && button) {
      const values = [...document.querySelectorAll<HTMLInputElement>('.group input')].map(({ value }) => value)
      const label = button.querySelector<HTMLElement>('.label:not(.unseen)')?.innerText ?? ''
      report(reportForm!, { values, button: label, isTicked: !!button.querySelector('#tick') })
    } else if (root) {
      const wallets = [...root.querySelectorAll<HTMLElement>('.express > button')].map(
        (one) => `${one.hasAttribute('data-paying') ? 'pressed ' : ''}${getComputedStyle(one).opacity}`,
      )
      report(reportPage!, {
        state: root.host.getAttribute('state') ?? '',
        isFormShown: !root.querySelector('.place')?.classList.contains('aside'),
        wallets,
        words: root.querySelector<HTMLElement>('.express-paying')?.innerText ?? '',
      })
    }
  }
  look()
}
