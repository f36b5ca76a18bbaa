import type { Hop } from '#contract/hop.ts'
import type { Clock, Random } from '#contract/ports.ts'
import { begin, codeFrom, type Challenge, type Outcome } from './challenge.ts'
import { Recent } from './recent.ts'

/** How long a cardholder has, in milliseconds (EMV 3DS: ten minutes). */
const CHALLENGE_LASTS = 600_000

/** What the cardholder is asked to confirm. */
export interface Purchase {
  readonly pan: string
  readonly merchantName: string
  /** Minor units. */
  readonly amount: number
  /** Numeric ISO 4217. */
  readonly currency: string
  /** Decimal digits of the currency; absent, those of ISO 4217. */
  readonly exponent?: number
  /** BCP 47, as the browser wishes. */
  readonly language: string
}

/** One challenge under way. */
export interface Dialogue {
  /** Unguessable; travels in the page's hidden field. */
  readonly id: string
  readonly purchase: Purchase
  readonly deadline: number
  challenge: Challenge
  shown: boolean
  /** What 3DS 2 calls threeDSSessionData, given back as it came. */
  sessionData?: string
  /** Where the browser goes in the end; set once, when the challenge ends. */
  end?: Promise<Hop>
}

/** Tells whoever waits for it how a challenge ended, and says where the browser goes then. */
export type Finish = (outcome: Outcome, dialogue: Dialogue) => Promise<Hop>

export interface Desk {
  open(purchase: Purchase, finish: Finish): Dialogue
  find(id: string | undefined): Dialogue | undefined
  /** Ends a challenge once; later calls get the first end. */
  end(dialogue: Dialogue, outcome: Outcome): Promise<Hop>
  /** The end of a challenge that is over, whether by an answer or by the clock. */
  over(dialogue: Dialogue): Promise<Hop> | undefined
  newCode(): string
}

/** Keeps the challenges under way; one whose time is up ends by itself, unless `closing` comes first. */
export function buildDesk({ clock, random, closing }: { clock: Clock; random: Random; closing: AbortSignal }): Desk {
  const dialogues = new Recent<Dialogue>()
  const finishes = new WeakMap<Dialogue, Finish>()
  const newCode = () => codeFrom(random.bytes(6))
  const end = (dialogue: Dialogue, outcome: Outcome) => (dialogue.end ??= finishes.get(dialogue)!(outcome, dialogue))
  const over = (dialogue: Dialogue) =>
    dialogue.end ?? (clock.now() >= dialogue.deadline ? end(dialogue, 'timed-out') : undefined)
  return {
    newCode,
    end,
    over,
    find: (id) => (id === undefined ? undefined : dialogues.get(id)),
    open(purchase, finish) {
      const id = Buffer.from(random.bytes(16)).toString('base64url')
      const deadline = clock.now() + CHALLENGE_LASTS
      const dialogue: Dialogue = { id, purchase, deadline, challenge: begin(newCode()), shown: false }
      dialogues.set(id, dialogue)
      finishes.set(dialogue, finish)
      clock.sleep(CHALLENGE_LASTS, closing).then(
        () => over(dialogue),
        () => {},
      )
      return dialogue
    },
  }
}
