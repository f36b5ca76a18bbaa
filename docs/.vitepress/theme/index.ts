import { onContentUpdated, type Theme } from 'vitepress'
import DefaultTheme from 'vitepress/theme-without-fonts'

/** The page that the demo serves with a checkout, and with a policy and a script of its own. */
const isLive = (path: string): boolean => /\/themes(?:\.html)?(?:[?#]|$)/.test(path)

let script: string | undefined

/**
 * The standard theme without its font files: the reader's own system font is read best, and nothing is downloaded. The
 * page with a checkout is a document of its own, since its policy allows what no other page may load.
 */
const theme: Theme = {
  extends: DefaultTheme,
  enhanceApp({ router }) {
    const isBetween = (to: string): boolean =>
      router.route.component !== null && isLive(to) !== isLive(router.route.path)
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
