import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sendRedirect } from '#router/redirect-page.ts'
import { challengePage } from './bank-page.ts'
import { fieldOf, sendGone, sendPage } from './browser-form.ts'
import { take, typed, type Answer, type Notice } from './challenge.ts'
import type { Challenges } from './challenges.ts'
import type { Dialogue } from './dialogue.ts'
import type { AcsContext } from './context.ts'

/** Handles the form of the challenge page, for both 3-D Secure protocols. */
export function mountAnswers(app: FastifyInstance, options: AcsContext, challenges: Challenges): void {
  app.post('/3ds/answer', (request, reply) => {
    const dialogue = challenges.find(fieldOf(request, 'challenge'))
    if (!dialogue) return sendGone(request, reply, options.switches.read().framing)
    if (challenges.over(dialogue.id)) return showOrEnd(reply, options, challenges, dialogue)
    const answer = answerIn(request, challenges)
    const { challenge, notice, outcome } = take(dialogue.challenge, answer)
    const answered = challenges.change(dialogue.id, { challenge })
    note(options, notice ?? outcome)
    if (outcome) void challenges.end(dialogue.id, outcome)
    return showOrEnd(reply, options, challenges, answered, notice)
  })
}

/** Shows the challenge, or redirects the browser when it is over; every page of an ended challenge redirects alike. */
export async function showOrEnd(
  reply: FastifyReply,
  { journal, switches }: AcsContext,
  challenges: Challenges,
  dialogue: Dialogue,
  notice?: Notice,
): Promise<FastifyReply> {
  const end = challenges.over(dialogue.id)
  if (end) return sendRedirect(reply, await end)
  challenges.change(dialogue.id, { shown: true })
  const { framing } = switches.read(dialogue.transaction)
  if (!notice) journal.note({ from: 'ACS', to: 'browser', what: 'challenge', detail: shownAs[framing] })
  return sendPage(reply, challengePage(dialogue, notice), framing)
}

const shownAs = { allowed: 'shown', refused: 'sent, but refuses to be framed' } as const

function answerIn(request: FastifyRequest, challenges: Challenges): Answer {
  if (fieldOf(request, 'cancel') !== undefined) return { kind: 'cancel' }
  if (fieldOf(request, 'resend') !== undefined) return { kind: 'resend', code: challenges.newCode() }
  return { kind: 'code', code: typed(fieldOf(request, 'code') ?? '') }
}

/** The timeline's label for an answer; the code itself is never recorded. */
const words: Readonly<Record<Notice | 'confirmed' | 'failed' | 'cancelled' | 'timed-out', string>> = {
  wrong: 'code wrong',
  missing: 'code missing',
  resent: 'new code sent',
  'no-resend': 'no more codes',
  confirmed: 'code right',
  failed: 'code wrong, tries used up',
  cancelled: 'cancelled',
  'timed-out': 'timed out',
}

const note = ({ journal }: AcsContext, what: keyof typeof words | undefined): void => {
  if (what) journal.note({ from: 'browser', to: 'ACS', what: 'challenge', detail: words[what] })
}
