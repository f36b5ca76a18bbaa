import { addEarlyFrames } from '#element/script-tag/early-frames.ts'
import { loadFirst } from '#element/script-tag/load-first.ts'

const tag = (document.currentScript as HTMLScriptElement | null)?.src
const { haveLoaded: formsAreThere } = addEarlyFrames(globalThis.window)

// In a task of its own, before which the parser adds the checkout after this tag, and so its frame.
setTimeout(
  () =>
    void loadFirst(() => import('#element/element.ts'), {
      page: document,
      tag,
      registry: customElements,
      formsAreThere,
      sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
      // oxlint-disable-next-line no-console -- the page's author has no other place to look
      complain: (line) => console.error(line),
    }),
)
