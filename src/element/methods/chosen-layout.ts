import { html, nothing } from 'lit'
import type { TemplateResult } from 'lit'
import type { OtherMethodName } from '#contract/methods/methods.ts'
import type { Translation } from '../i18n/locale-controller.ts'
import { css } from './chosen-layout-styles.ts'
import type { Picture } from './wallet.ts'

/** The layouts in which the shopper chooses a method before anything of it is shown. */
export type ChosenLayout = 'tabs' | 'accordion'

type Method = 'card' | OtherMethodName

interface OtherMethod {
  readonly name: OtherMethodName
  readonly label: string
  /** In one colour, or a mark in its own; absent where that could not be loaded. */
  readonly picture: Picture | TemplateResult | undefined
  readonly button: HTMLElement
}

export interface MethodsView {
  readonly layout: ChosenLayout
  readonly translation: Translation
  readonly others: readonly OtherMethod[]
  /** Whether there is a form for a card. */
  readonly hasCard: boolean
  readonly isBusy: boolean
  readonly alert: TemplateResult | typeof nothing
  /** What is under way, over the method's button. */
  readonly cover: TemplateResult | typeof nothing
}

/**
 * The methods as one group of native radio buttons: in a row above what belongs to the chosen one, or each above its
 * own. The frame stays where it is, since one that is moved would load again.
 */
export class Methods {
  readonly #changed: () => void
  #chosen: Method | undefined

  constructor(root: ShadowRoot, changed: () => void) {
    this.#changed = changed
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(css)
    root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet]
  }

  /** Above the frame: all methods as tabs, or only the card's row of an accordion. */
  above(view: MethodsView): TemplateResult {
    const { layout, translation, others, alert } = view
    const chosen = this.#chosenIn(view)
    const names = this.#namesIn(view).filter((name) => layout === 'tabs' || name === 'card')
    const below = layout === 'accordion' ? others.map(({ name }) => idOf(name)).join(' ') : nothing
    return html`<div
        class="methods methods-${layout}"
        role="radiogroup"
        aria-label=${translation.texts.checkout.payBy}
        aria-owns=${below}
        data-chosen=${chosen}
      >
        ${names.map((name) => this.#row(view, name))}
      </div>
      ${layout === 'tabs' ? this.#panel(view) : nothing} ${layout === 'tabs' || chosen === 'card' ? alert : nothing}`
  }

  /** Below the frame: the other rows of an accordion, each with its button when it is chosen. */
  below(view: MethodsView): TemplateResult | typeof nothing {
    if (view.layout === 'tabs') return nothing
    const chosen = this.#chosenIn(view)
    return html`<div class="methods methods-accordion methods-rest">
      ${view.others.map(
        ({ name }) =>
          html`${this.#row(view, name)} ${name === chosen ? html`${this.#panel(view)} ${view.alert}` : nothing}`,
      )}
    </div>`
  }

  #namesIn({ others, hasCard }: MethodsView): readonly Method[] {
    return [...(hasCard ? ['card' as const] : []), ...others.map(({ name }) => name)]
  }

  /** A method that is no longer offered is not chosen. */
  #chosenIn(view: MethodsView): Method {
    const names = this.#namesIn(view)
    return names.find((name) => name === this.#chosen) ?? names[0]!
  }

  #row(view: MethodsView, name: Method): TemplateResult {
    const { others, translation, isBusy } = view
    const { label, picture } = others.find((other) => other.name === name) ?? {
      label: translation.texts.card.unknownBrand,
      picture: { path: CARD },
    }
    const choose = (): void => {
      this.#chosen = name
      this.#changed()
    }
    return html`<label class="method" data-testid="method-${name}">
      <input
        type="radio"
        name="method"
        id=${idOf(name)}
        .checked=${this.#chosenIn(view) === name}
        ?disabled=${isBusy}
        @change=${choose}
      />
      ${picture && 'path' in picture ? icon(picture) : picture}<span
        translate=${name === 'card' ? nothing : 'no'}
        .textContent=${label}
      ></span>
    </label>`
  }

  #panel(view: MethodsView): TemplateResult | typeof nothing {
    const other = view.others.find(({ name }) => name === this.#chosenIn(view))
    if (!other) return nothing
    return html`<div class="express${view.isBusy ? ' express-busy' : ''}">${other.button} ${view.cover}</div>`
  }
}

const idOf = (name: Method): string => `method-${name}`

const CARD =
  'M5.25 5.25h13.5a2.5 2.5 0 0 1 2.5 2.5v8.5a2.5 2.5 0 0 1-2.5 2.5H5.25a2.5 2.5 0 0 1-2.5-2.5v-8.5a2.5 2.5 0 0 1 2.5-2.5M3 10h18M6.5 15h4'

const icon = ({ path, isLogo }: Picture): TemplateResult =>
  html`<svg class=${isLogo ? 'method-logo' : nothing} viewBox=${isLogo ? '0 4 24 16' : '0 0 24 24'} aria-hidden="true">
    <path d=${path} />
  </svg>`
