import type { Redirect } from '#contract/wire/redirect-page.ts'
import type { Clock, Random } from '#contract/ports.ts'
import { CHALLENGE_LIMIT } from '#contract/three-ds/time-limits.ts'
import { indexBy } from '#sandbox/store/index-by.ts'
import { keepRecent } from '#sandbox/store/recent.ts'
import { memoryStore, type Store } from '#sandbox/store/store.ts'
import { begin, codeFrom, type Outcome } from './challenge.ts'
import type { Dialogue, Finish } from './dialogue.ts'

export interface Challenges {
  open(wanted: Pick<Dialogue, 'key' | 'transaction' | 'brand' | 'phone' | 'purchase' | 'back'>): Dialogue
  find(id: string | undefined): Dialogue | undefined
  findByKey(key: string): Dialogue | undefined
  /** Changes a challenge and returns the new value. */
  change(id: string, change: Partial<Pick<Dialogue, 'challenge' | 'shown' | 'sessionData'>>): Dialogue
  /** Ends a challenge once; later calls return the first result. */
  end(id: string, outcome: Outcome): Promise<Redirect>
  /** Where the browser goes from a challenge that is over, by an answer or by timeout; `undefined` while it is open. */
  over(id: string): Promise<Redirect> | undefined
  newCode(): string
  /** Restarts the timeouts of challenges that an earlier process left open. */
  start(): void
}

interface ChallengesOptions {
  readonly clock: Clock
  readonly random: Random
  readonly closing: AbortSignal
  readonly finish: Finish
  /** Sends the cardholder each new code of a challenge. */
  readonly send?: (dialogue: Dialogue) => void
  readonly store?: Store
}

/** Stores the challenges; an open one ends on timeout, unless `closing` is aborted first. */
export function buildChallenges({
  clock,
  random,
  closing,
  finish,
  send,
  store = memoryStore(),
}: ChallengesOptions): Challenges {
  const dialogues = keepRecent(store.table<Dialogue>('acs-challenges'))
  const keys = indexBy(dialogues, ({ key }) => key)
  const byPayment = new Map<string, Promise<Redirect>>()
  const newCode = () => codeFrom(random.bytes(6))

  function change(id: string, changed: Partial<Dialogue>): Dialogue {
    const before = dialogues.get(id)!
    const dialogue = { ...before, ...changed }
    dialogues.put(id, dialogue)
    if (dialogue.challenge.code !== before.challenge.code) send?.(dialogue)
    return dialogue
  }

  async function finished(dialogue: Dialogue, outcome: Outcome): Promise<Redirect> {
    if (dialogue.end) return dialogue.end
    const end = await finish(dialogue, outcome)
    if (dialogues.get(dialogue.id)) change(dialogue.id, { end })
    return end
  }

  function end(id: string, request: Outcome): Promise<Redirect> {
    const running = byPayment.get(id)
    if (running) return running
    const dialogue = dialogues.get(id)!
    const outcome = dialogue.outcome ?? request
    const decided = finished(dialogue.outcome ? dialogue : change(id, { outcome }), outcome)
    byPayment.set(id, decided)
    const forget = (): unknown => byPayment.delete(id)
    decided.then(forget, forget)
    return decided
  }

  function over(id: string): Promise<Redirect> | undefined {
    const { outcome, deadline } = dialogues.get(id)!
    if (outcome) return end(id, outcome)
    return clock.now() >= deadline ? end(id, 'timed-out') : undefined
  }

  function endInTime({ id, deadline }: Dialogue): void {
    const check = (): void => {
      const dialogue = dialogues.get(id)
      // A timer may fire a moment early.
      if (dialogue && !over(id)) endInTime(dialogue)
    }
    clock.sleep(Math.max(deadline - clock.now(), 0), closing).then(check, () => {})
  }

  return {
    newCode,
    end,
    over,
    change,
    find: (id) => (id === undefined ? undefined : dialogues.get(id)),
    findByKey: (key) => keys.of(key)[0],
    open(wanted) {
      const id = Buffer.from(random.bytes(16)).toString('base64url')
      const deadline = clock.now() + CHALLENGE_LIMIT
      const dialogue: Dialogue = { id, ...wanted, deadline, challenge: begin(newCode()), shown: false }
      dialogues.put(id, dialogue)
      send?.(dialogue)
      endInTime(dialogue)
      return dialogue
    },
    start() {
      for (const dialogue of dialogues.rows()) if (!dialogue.end) endInTime(dialogue)
    },
  }
}
