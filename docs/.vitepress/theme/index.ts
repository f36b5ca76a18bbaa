import { onContentUpdated, type Theme } from 'vitepress'
import DefaultTheme from 'vitepress/theme-without-fonts'

/** The page that the demo serves with a checkout, and with a policy and a script of its own; undefined for any other. */
const livePageOf = (path: string): string | undefined =>
  /\/docs\/(themes|index|)(?:\.html)?(?:[?#]|$)/.exec(path)?.[1]?.replace('index', '')

let script: string | undefined

/**
 * The standard theme without its font files: the reader's own system font is read best, and nothing is downloaded. A
 * page with a checkout is a document of its own, since its policy allows what no other page may load.
 */
const theme: Theme = {
  extends: DefaultTheme,
  enhanceApp({ router }) {
    const isBetween = (to: string): boolean =>
      router.route.component !== null && livePageOf(to) !== livePageOf(router.route.path)
    router.onBeforeRouteChange = (to) => {
      if (!isBetween(to)) return true
      location.assign(to)
      return false
    }
    // Back and forward have changed the address already.
    router.onBeforePageLoad = (to) => {
      if (!isBetween(to)) return true
      location.reload()
      return false
    }
  },
  setup() {
    // What the demo adds changes the text, which Vue has to have taken over.
    onContentUpdated(() => {
      if (script) return
      script = document.querySelector<HTMLElement>('template[data-script]')?.dataset['script']
      if (script) void import(/* @vite-ignore */ script)
    })
  },
}

export default theme
