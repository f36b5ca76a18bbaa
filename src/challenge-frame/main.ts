import { browserClock as clock } from '#browser/clock.ts'
import { answerPage } from '#bridge/handshake.ts'
import { challengeFrameMethods } from '#bridge/protocol.ts'
import type { ChallengeFrame, ChallengeHost } from '#bridge/protocol.ts'
import { showChallenge, whenFree } from './challenge.ts'
import { runMethod } from './method.ts'

// While this empty frame exists, the page knows that the script has not run.
document.querySelector('iframe')?.remove()

/** The document's `data-parents`: the origins that may frame it, separated by spaces. */
const parents = (document.documentElement.dataset.parents ?? '').split(/[\s,]+/).filter(Boolean)

const sheet = new CSSStyleSheet()
sheet.replaceSync(
  'html,body{block-size:100%;margin:0}iframe{display:block;border:0;inline-size:100%;block-size:100%}iframe[hidden]{display:none}h1{position:absolute;clip-path:inset(50%)}',
)
document.adoptedStyleSheets = [sheet]
document.querySelector('h1')?.removeAttribute('hidden')

const frame: ChallengeFrame = {
  runMethod: (step) => runMethod(step, window, clock),
  showChallenge: (step) => showChallenge(step, document.title, window),
  whenFree: (nonce) => whenFree(nonce, window),
}

void answerPage<ChallengeHost>(parents, crypto.randomUUID(), { offers: frame, names: challengeFrameMethods })
