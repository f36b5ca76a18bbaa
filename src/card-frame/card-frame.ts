import type { Appearance, CardFrame, CardHost, Opening } from '#bridge/protocol.ts'
import type { Browser, Outcome } from '#contract/checkout.ts'
import type { Clock, Random } from '#contract/ports.ts'
import type { Carry } from '#contract/wire/client.ts'
import type { CardTexts } from '#texts/texts.ts'
import { checkoutClient, type CheckoutClient } from './api.ts'
import { Attempt } from './attempt.ts'
import type { Month } from './expiry.ts'
import { cardIn, emptyForm, retry, type Form } from './form.ts'
import { Screen } from './screen.ts'
import { FrameTrouble, troubleOf } from './trouble.ts'

/** What the card frame is made of. */
export interface Parts {
  readonly document: Document
  readonly clock: Clock
  readonly random: Pick<Random, 'uuid'>
  /** Reaches the proxy, which is the document's own origin. */
  readonly carry: Carry
  readonly host: CardHost
  /** Browser data as of now. */
  readonly browser: () => Browser
}

/** A mounted frame: what it offers to the page, and its end. */
export interface Mounted {
  readonly frame: CardFrame
  /** Wipes all that was typed and takes the form off the document. */
  leave(): void
}

interface Session {
  readonly api: CheckoutClient
  readonly attempt: Attempt
}

/** Puts the card form into a document and answers the page's calls. */
export function mountCardFrame({ document, clock, random, carry, host, browser }: Parts): Mounted {
  let session: Session | undefined
  let submission: Promise<Outcome | undefined> | undefined

  const screen = new Screen(document, () => monthAt(clock.now()), {
    typed: () => session?.attempt.prepareEarly(),
    submitted: () => void submit(),
    progressed: (progress) => quietly(host.progressed(progress)),
    resized: (height) => quietly(host.resized(height)),
  })

  function attempt(): Attempt {
    if (session) return session.attempt
    throw new FrameTrouble({ code: 'frame_failed', message: 'The card frame has not been opened.' })
  }

  async function open({ ticket, locale, appearance }: Opening): Promise<void> {
    screen.wear(appearance)
    const api = checkoutClient({ origin: document.location.origin, carry, clock }, ticket)
    const [said, checkout] = await Promise.all([api.texts({ locale }), api.checkout({})])
    const texts = said.card as unknown as CardTexts
    session = { api, attempt: new Attempt({ api, checkout, clock, random, browser }) }
    screen.speak(said.locale, said.direction, texts.form)
    const form = withHolder(screen.model?.form ?? emptyForm, checkout.cardholderName)
    const phase = checkout.outcome.state === 'open' ? 'editing' : 'hidden'
    screen.show({ texts, locale: said.locale, checkout, form, phase })
    quietly(host.opened(checkout.outcome))
  }

  async function restyle(locale: string, appearance: Appearance): Promise<void> {
    screen.wear(appearance)
    if (!session || locale === screen.model?.locale) return
    const said = await session.api.texts({ locale })
    const texts = said.card as unknown as CardTexts
    screen.speak(said.locale, said.direction, texts.form)
    screen.show({ texts, locale: said.locale })
  }

  /** A submit while one is under way is that same one. */
  function submit(): Promise<Outcome | undefined> {
    submission ??= pay().finally(() => {
      submission = undefined
    })
    return submission
  }

  async function pay(): Promise<Outcome | undefined> {
    if (screen.model?.phase !== 'editing' || !screen.judge()) return undefined
    screen.show({ phase: 'paying' })
    try {
      const card = cardIn(screen.model.form)
      const outcome = (await host.mayPay()) ? await attempt().pay(card) : undefined
      if (outcome) quietly(host.concluded(settle(outcome)))
      else screen.show({ phase: 'editing' })
      return outcome
    } catch (error) {
      session?.attempt.forget()
      screen.show({ phase: 'editing' })
      quietly(host.failed(troubleOf(error)))
      return undefined
    }
  }

  /** The form follows an outcome: once the money is on its way, the card is forgotten. */
  function settle(outcome: Outcome): Outcome {
    const { state } = outcome
    if (!screen.model || screen.model.phase === 'hidden' || state === 'open') return outcome
    const wipes = state === 'paid' || state === 'held'
    if (wipes) session?.attempt.forget()
    screen.show({ phase: state === 'authenticate' ? 'paying' : 'done', ...(wipes && { form: emptyForm }) })
    return outcome
  }

  const told = async (outcome: Promise<Outcome>): Promise<Outcome> => settle(await guarded(outcome))

  const frame: CardFrame = {
    open: (opening) => open(opening).catch((error: unknown) => host.failed(troubleOf(error))),
    restyle: ({ locale, appearance }) => guarded(restyle(locale, appearance)),
    submit,
    focus: async () => screen.focus(),
    async reset() {
      session?.attempt.forget()
      if (screen.model) screen.show({ form: emptyForm })
    },
    authenticate: async () => told(attempt().authenticate()),
    refresh: async () => told(attempt().refresh()),
    cancel: async () => told(attempt().cancel()),
    async again() {
      attempt().forget()
      screen.show({ form: retry(screen.model!.form), phase: 'editing' })
    },
  }

  return {
    frame,
    leave() {
      session?.attempt.forget()
      session = undefined
      screen.clear()
    },
  }
}

/** The page's deafness is no failure of the payment. */
function quietly(call: Promise<void>): void {
  call.catch(() => {})
}

/** Lets only trouble out to the page, since an error's own text might quote what was typed. */
const guarded = <T>(work: Promise<T>): Promise<T> =>
  work.catch((error: unknown) => {
    throw new FrameTrouble(troubleOf(error))
  })

const withHolder = (form: Form, holder = ''): Form =>
  form.values.holder ? form : { ...form, values: { ...form.values, holder } }

function monthAt(now: number): Month {
  const date = new Date(now)
  return { year: date.getFullYear(), month: date.getMonth() + 1 }
}
