import { isSignedAnew } from '#browser/signed-anew.ts'
import type { CardFrame, Opening } from '#bridge/protocol.ts'
import { SLOW } from '#browser/slow.ts'
import type { Appearance } from '#contract/appearance/appearance.ts'
import type { Outcome } from '#contract/checkout.ts'
import { isPaid } from '#contract/outcome.ts'
import { cardMonth } from '#contract/time/card-month.ts'
import type { NoteTexts } from '#texts/texts.ts'
import { Activation } from './form/activation.ts'
import { checkoutClient, type CheckoutClient } from './proxy-client/api.ts'
import { PaymentSender } from './payment-sender.ts'
import { preconnect } from './preconnect.ts'
import { readLater } from './read-later.ts'
import { loadOnFocus } from './load-on-focus.ts'
import { firstWrong, freshForm, retry, wiped } from './form/form.ts'
import { paymentIn } from './form/payment.ts'
import { FormTexts, type Message } from './form/form-texts.ts'
import type { Refusal } from './form/refused.ts'
import { Screen } from './form/screen.ts'
import { chosenCard, isPayable } from './form/form-context.ts'
import type { FrameContext, Mounted } from './frame-context.ts'
import { contextFor, isSameSum, openedWith } from './opening.ts'
import { tracedFetch } from './proxy-client/traced-fetch.ts'
import { checkoutErrorOf, failed, FrameError, paysAnother } from './proxy-client/errors.ts'

/** Milliseconds after a key, in which it is painted. */
const PREPARE_AFTER = 100

interface Session {
  readonly api: CheckoutClient
  readonly sender: PaymentSender
  /** Takes a ticket that differs only in when it was signed. */
  readonly renew: (ticket: string) => void
}

/** Mounts the card form in a document and handles the page's calls. */
export function mountCardFrame(context: FrameContext): Mounted {
  const { document, first, clock, network, random, fetch, host, browser, afterPaint, orderChanged } = context
  const activation = new Activation(document.body)
  let session: Session | undefined
  let openings = 0
  let isPreparing = false
  let submission: Promise<Outcome | undefined> | undefined
  /** Whether a wallet pays, or a code is requested. */
  let isOtherPaying = false
  let payments = 0
  /** Whether a card of this form pays; what becomes of another method does not affect the form. */
  let byCard = true
  /** The refusal of that card, until the form is shown again. */
  let refusal: Refusal | undefined

  const screen = new Screen(document, first, {
    afterPaint,
    typed,
    submitted: () => void submit(),
    pressed: (act, bindingId) => void screen.model?.stored?.pressed(screen, live().api, act, bindingId),
    progressed: (progress) => quietly(host.progressed(progress)),
    resized: (height, message) => quietly(host.resized(height, message)),
  })

  const { load, seal, afterRefusal } = loadOnFocus({
    document,
    screen,
    clock,
    network,
    fetch,
    get: () => import('./on-focus.ts'),
  })
  const formTexts = new FormTexts(screen, clock, first.texts)

  /**
   * Prepares the payment as soon as a card is typed, but does not delay the first key by it. One that was sent meanwhile
   * has been prepared: after its decline this would register another order before the shopper goes on.
   */
  function typed(): void {
    load() // autofill writes without focus
    if (isPreparing) return
    isPreparing = true
    const before = payments
    void clock
      .sleep(PREPARE_AFTER)
      .then(() => (payments === before ? session?.sender.prepareEarly() : undefined))
      .then(meanwhile)
      .finally(() => (isPreparing = false))
  }

  function live(): Session {
    if (session) return session
    throw new FrameError(failed)
  }

  /** Opens an order, unless the page has opened another one before this one is read. */
  async function open({ ticket, locale, appearance, traces }: Opening, isLast: () => boolean): Promise<void> {
    screen.apply(appearance)
    const send = traces ? tracedFetch(fetch, clock, (step) => quietly(host.traced(step))) : fetch
    let signed = ticket
    const api = checkoutClient(
      { origin: document.location.origin, fetch: send, clock, root: document.documentElement },
      () => signed,
    )
    const [message, checkout] = await Promise.all([textsOf(api, locale), api.checkout({})])
    const options = await contextFor(checkout, clock)
    if (!isLast()) return
    const isOther = !isSameSum(screen.model?.checkout, checkout)
    if (isOther && (submission || isOtherPaying)) throw new FrameError(paysAnother)
    for (const part of Object.values(options)) if (part) screen.adopt(part.css)
    const sender = new PaymentSender({ api, checkout, clock, network, random, browser, seal, lost })
    session = { api, sender, renew: (newer) => void (isSignedAnew(newer, signed) && (signed = newer)) }
    const isOpen = (): boolean => session?.sender === sender && screen.model?.phase === 'editing'
    void readLater(clock, () => api.outcome({}), isOpen).then(meanwhile)
    const oldestMonth = checkout.now === undefined ? undefined : cardMonth(checkout.now)
    const formContext = { checkout, ...options, oldestMonth, spent: new Set<string>() }
    const form = freshForm(formContext, screen.model?.form)
    const phase = checkout.outcome.state === 'open' ? 'editing' : 'hidden'
    refusal = undefined
    screen.show({
      ...formContext,
      ...formTexts.setLocale(message),
      form,
      phase,
      isPaid: false,
      removal: undefined,
      notice: '',
      note: '',
    })
    if (isOther) changeOrder()
    if (form.values.number) typed()
    if (checkout.savedCards.length > 0) load()
    quietly(host.opened(openedWith(checkout, isPayable(formContext))))
  }

  /** The texts of another locale than the one that is shown. */
  const textsOf = (api: CheckoutClient, locale: string): Promise<Message | undefined> =>
    locale === screen.model?.locale ? Promise.resolve(undefined) : api.texts({ locale })

  async function restyle(locale: string, appearance: Appearance): Promise<void> {
    screen.apply(appearance)
    if (!session) return
    const message = await textsOf(session.api, locale)
    if (message) screen.show({ ...formTexts.setLocale(message), notice: '' })
  }

  /** The shopper's activity for one order does not count for another. */
  function changeOrder(): void {
    activation.reset()
    orderChanged()
  }

  /**
   * The page may submit what the shopper has typed for this order; a stored card without a CVC needs a press on the
   * button.
   */
  function submitForPage(): Promise<Outcome | undefined> {
    const { model } = screen
    const isComplete = model?.phase === 'editing' && firstWrong(model.form, model) === undefined
    const wantsPress = isComplete && !model.form.values.cvc && chosenCard(model.form, model) !== undefined
    if (!isComplete || (activation.isActive && !wantsPress)) return submit()
    screen.show({ note: 'pressButton' })
    return Promise.resolve(undefined)
  }

  /** A submit during another one returns the same promise. */
  function submit(): Promise<Outcome | undefined> {
    submission ??= pay().finally(() => {
      submission = undefined
    })
    return submission
  }

  async function pay(): Promise<Outcome | undefined> {
    try {
      if (screen.model?.phase !== 'editing' || screen.model.removal?.state === 'working') return undefined
      screen.show({ removal: undefined, notice: '', note: '' })
      if (!screen.checkForm()) return undefined
      byCard = true
      showPaying()
      const { sender } = live()
      const payment = paymentIn(screen.model.form, screen.model)
      const outcome = (await host.mayPay()) ? await sender.pay(payment) : undefined
      if (outcome) conclude(outcome)
      else screen.show({ phase: 'editing', note: '' })
      return outcome
    } catch (error) {
      fail(error)
      return undefined
    }
  }

  function showPaying(): void {
    const payment = (payments += 1)
    screen.show({ phase: 'paying', isByCard: byCard, removal: undefined, note: '' })
    // Only the button has the focus while it tells how the payment goes.
    if (document.hasFocus() && document.activeElement?.matches('.field *')) screen.focusOn('[type=submit]')
    document.body.dispatchEvent(new Event('paying'))
    const isStillPaying = () => payment === payments && byCard && screen.model?.phase === 'paying'
    void clock.sleep(SLOW).then(() => isStillPaying() && !screen.model?.note && screen.show({ note: 'slow' }))
  }

  /** The page says of other methods how their payment goes. */
  const lost = (): unknown => byCard && screen.model?.phase === 'paying' && screen.show({ note: 'troubleLost' })

  /**
   * Pays without a card of the form. Does not ask for permission: the page has it already, since the wallet's sheet opens
   * there. Only a code may be requested again while its payment is under way.
   */
  async function payOtherwise(pay: (sender: PaymentSender) => Promise<Outcome>, mayRepeat = false): Promise<Outcome> {
    const { sender } = live()
    const { model } = screen
    if (!model || (model.phase === 'paying' && !mayRepeat) || submission || isOtherPaying) throw new FrameError(failed)
    byCard = false
    if (model.phase === 'editing') showPaying()
    isOtherPaying = true
    try {
      return settle(await pay(sender))
    } catch (error) {
      fail(error)
      throw error
    } finally {
      isOtherPaying = false
    }
  }

  function fail(error: unknown): void {
    session?.sender.forget()
    quietly(host.failed(checkoutErrorOf(error)))
    if (screen.model?.phase === 'paying') screen.show({ phase: 'editing', note: '' })
  }

  /** The page gets the outcome first, since the form may not be able to show it. */
  function conclude(outcome: Outcome): void {
    quietly(host.concluded(outcome))
    settle(outcome)
  }

  /** A shopper whose form is open sees that the order was paid elsewhere. */
  function meanwhile(outcome: Outcome | undefined): void {
    if (outcome && isPaid(outcome.state)) conclude(outcome)
  }

  /** Updates the form for an outcome; once the order is paid, the card data is cleared. */
  function settle(outcome: Outcome, isStale = false): Outcome {
    const { state } = outcome
    const { model } = screen
    const wipes = isPaid(state)
    if (state === 'authenticate') preconnect(document, outcome.step)
    if (!model || model.phase === 'hidden' || state === 'open' || (isStale && !wipes)) return outcome
    if (wipes) session?.sender.forget()
    const phase = state === 'authenticate' ? 'paying' : 'done'
    refusal = byCard && state === 'declined' ? outcome : undefined
    screen.show({ phase, isPaid: wipes, ...(wipes && { form: wiped(model.form, model), note: '' }) })
    return outcome
  }

  /** A result that arrives when the shopper is already back at the form belongs to the previous payment. */
  function result(word: Promise<Outcome>): Promise<Outcome> {
    const { model } = screen
    const isStale = (): boolean => model?.phase !== 'editing' && screen.model?.phase === 'editing'
    const settled = (outcome: Outcome): Outcome => {
      // The page may wait for this answer no more.
      if (isPaid(outcome.state)) quietly(host.concluded(outcome))
      return settle(outcome, isStale())
    }
    return guarded(word.then(settled))
  }

  const frame: CardFrame = {
    open(opening) {
      const own = (openings += 1)
      const isLast = () => own === openings
      return open(opening, isLast).catch((error: unknown) =>
        isLast() ? host.failed(checkoutErrorOf(error)) : undefined,
      )
    },
    renew: async (ticket) => session?.renew(ticket),
    restyle: ({ locale, appearance }) => guarded(restyle(locale, appearance)),
    submit: submitForPage,
    focus: async (options) => screen.focus(options),
    async reset() {
      session?.sender.forget()
      if (screen.model) screen.show({ form: freshForm(screen.model), notice: '' })
    },
    payByWallet: (wallet) => guarded(payOtherwise((sender) => sender.payByWallet(wallet))),
    payByCode: (method) => guarded(payOtherwise((sender) => sender.payByCode(method), true)),
    walletSession: async (validationURL) => (await guarded(live().api.walletSession({ validationURL }))).session,
    authenticate: async () => result(live().sender.authenticate()),
    refresh: async () => result(live().sender.refresh()),
    cancel: async () => result(live().sender.cancel()),
    async again() {
      live().sender.forget()
      const { form } = screen.model!
      const change = refusal ? await afterRefusal(screen.model!, refusal) : byCard && { form: retry(form), notice: '' }
      refusal = undefined
      screen.show({ ...change, phase: 'editing', note: '' })
    },
    async note(key) {
      if (screen.model) screen.show({ note: noteOf(key, screen.model.texts) })
    },
    override: (texts) => guarded(formTexts.override(texts)),
  }

  return {
    frame,
    press: {
      show: (press) => screen.showPress(press),
      isHeld: () => screen.model?.press === 'held',
      askAgain: () => screen.model?.phase === 'editing' && screen.show({ note: 'pressButton' }),
    },
    leave() {
      session?.sender.leave()
      session = undefined
      screen.clear()
    },
  }
}

/** The page may choose a text about an error; one of another release may name a text that the form lacks. */
const noteOf = (key: string, texts: NoteTexts): keyof NoteTexts | '' =>
  key.startsWith('trouble') ? (key in texts ? (key as keyof NoteTexts) : 'troubleUnsent') : ''

function quietly(call: Promise<void>): void {
  call.catch(() => {}) // a page that does not respond does not fail the payment
}

/** Rejects only with a `FrameError`, since the text of another error might contain what was typed. */
const guarded = <T>(work: Promise<T>): Promise<T> =>
  work.catch((error: unknown) => {
    throw new FrameError(checkoutErrorOf(error))
  })
