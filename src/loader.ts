import { addEarlyFrames } from '#element/script-tag/early-frames.ts'
import { loadFirst } from '#element/script-tag/load-first.ts'
import { preload } from '#element/script-tag/preload.ts'

const { src: tag, nonce } = (document.currentScript ?? {}) as Partial<HTMLScriptElement>
const element = () => import('#element/element.ts')
const { haveLoaded: formsAreThere } = addEarlyFrames(globalThis.window, (...needed) =>
  preload({ page: document, element, nonce }, ...needed),
)

// In a task of its own, before which the parser adds the checkout after this tag, and so its frame.
setTimeout(
  () =>
    void loadFirst(element, {
      page: document,
      tag,
      registry: customElements,
      formsAreThere,
      sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
      // oxlint-disable-next-line no-console -- the page's author has no other place to look
      complain: (line) => console.error(line),
    }),
)
