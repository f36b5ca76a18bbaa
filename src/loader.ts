import { addEarlyFrames } from '#element/script-tag/early-frames.ts'
import { loadFirst } from '#element/script-tag/load-first.ts'

addEarlyFrames(globalThis.window)
void loadFirst(() => import('./define.ts'), {
  page: document,
  sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  // oxlint-disable-next-line no-console -- the page's author has no other place to look
  complain: (line) => console.error(line),
})
