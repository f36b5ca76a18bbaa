import type { Checkout } from '#contract/checkout.ts'
import { fill } from '#texts/texts.ts'
import type { CheckoutClient } from '../proxy-client/api.ts'
import type { Model, FormScreen } from '../form/model.ts'
import { chosenCard, firstGood, storedCards } from '../form/form-context.ts'
import { storedCardName } from './list.ts'
import { refusalOf } from '../proxy-client/errors.ts'

type Cards = Checkout['savedCards']

/**
 * Handles a button of the stored cards: shows all of them, or asks for confirmation, keeps a card, or deactivates it.
 * The focus stays where the card was.
 */
export async function pressed(screen: FormScreen, api: CheckoutClient, act: string, bindingId?: string): Promise<void> {
  const { removal } = screen.model!
  if (act === 'all') showAll(screen)
  if (act === 'whole') screen.show({ pressed: bindingId })
  if (act === 'ask' && bindingId !== undefined) ask(screen, bindingId)
  if (!removal || removal.state === 'working') return
  if (act === 'keep') keep(screen, removal.bindingId)
  if (act === 'remove') await remove(screen, api, removal.bindingId)
}

/** The focus goes into the list, since its button is gone. */
function showAll(screen: FormScreen): void {
  screen.show({ isUnfolded: true })
  screen.focusOn('[name=method]:checked')
}

/** The focus goes to the button that changes nothing, so that two presses of a key remove no card. */
function ask(screen: FormScreen, bindingId: string): void {
  screen.show({ removal: { bindingId, state: 'asking' }, notice: '' })
  screen.focusOn('[data-act=keep]')
}

function keep(screen: FormScreen, bindingId: string): void {
  const at = storedCards(screen.model!).findIndex((card) => card.bindingId === bindingId)
  screen.show({ removal: undefined })
  screen.focusOn(`[data-act=ask][data-at="${at}"]`)
}

async function remove(screen: FormScreen, api: CheckoutClient, bindingId: string): Promise<void> {
  screen.show({ removal: { bindingId, state: 'working' } })
  const left = await cardsLeft(screen.model!, api, bindingId)
  if (!screen.model) return
  screen.show(left ? without(screen.model, bindingId, left) : { removal: { bindingId, state: 'failed' } })
  screen.focusOn(screen.model?.removal ? '[data-act=remove]' : '[name=method]:checked, #number')
}

/** The remaining cards; `undefined` when the card may still exist. One that the proxy does not find is gone already. */
async function cardsLeft({ checkout }: Model, api: CheckoutClient, bindingId: string): Promise<Cards | undefined> {
  try {
    return (await api.removeCard({ bindingId })).savedCards
  } catch (error) {
    const isGone = refusalOf(error)?.code === 'not_found'
    return isGone ? checkout.savedCards.filter((card) => card.bindingId !== bindingId) : undefined
  }
}

/** The model without that card; if it was selected, the next usable one is. */
function without(model: Model, bindingId: string, savedCards: Cards): Partial<Model> {
  const gone = storedCards(model).find((card) => card.bindingId === bindingId)!
  const left = { ...model, checkout: { ...model.checkout, savedCards } }
  const { form } = model
  const lost = form.chosen !== undefined && !chosenCard(form, left)
  return {
    checkout: left.checkout,
    removal: undefined,
    notice: fill(model.texts.removed, { card: storedCardName(gone) }),
    ...(lost && { form: { ...form, chosen: firstGood(left) } }),
  }
}
