import type { BrowserContext, Page } from 'playwright'
import { poll } from '../../support/poll.ts'
import { AccessibilityTrees, propertyOf, roleOf, textOf, type AXNode } from './accessibility-tree.ts'
import { liveRegions, type Announcement } from './live-regions.ts'

/** Containers whose name a screen reader says when the focus comes into them. */
const containers = new Set(['Iframe', 'form', 'group', 'radiogroup', 'dialog', 'alertdialog', 'region', 'navigation'])

/** The states that a screen reader says after the role, by their property. */
const states: Readonly<Record<string, (value: unknown) => string | false>> = {
  required: (value) => value === true && 'required',
  invalid: (value) => value !== 'false' && value !== false && 'invalid',
  checked: (value) => (value === 'true' ? 'checked' : 'not checked'),
  disabled: (value) => value === true && 'unavailable',
  readonly: (value) => value === true && 'read only',
  busy: (value) => value === true && 'busy',
  expanded: (value) => (value ? 'expanded' : 'collapsed'),
  level: (value) => `level ${String(value)}`,
}

/** A reader of a page by the keyboard alone, which writes down what a screen reader would say. */
export class ScreenReader {
  readonly #page: Page
  readonly #trees: AccessibilityTrees
  readonly #announced: Announcement[]
  readonly #lines: string[] = []
  #path: readonly string[] = []
  #read = 0

  private constructor(page: Page, announced: Announcement[]) {
    this.#page = page
    this.#trees = new AccessibilityTrees(page)
    this.#announced = announced
  }

  /** Before the page is loaded. */
  static async of(context: BrowserContext, page: Page): Promise<ScreenReader> {
    return new ScreenReader(page, await liveRegions(context))
  }

  /** Presses a key; the focus moves, and what it moved to is read once something is true. */
  async move(key: 'Tab' | 'Shift+Tab' | 'ArrowDown' | 'ArrowUp', until?: () => Promise<unknown>): Promise<void> {
    const before = await this.#focus()
    await this.#page.keyboard.press(key)
    await poll(() => this.#focus()).not.toEqual(before)
    await until?.()
    await this.#note(key)
  }

  /** Presses a key, and waits for what it causes. */
  async press(key: 'Enter' | 'Space' | 'Escape', until: () => Promise<unknown>): Promise<void> {
    await this.#page.keyboard.press(key)
    await until()
    await this.#note(key)
  }

  /** Types a text; a shopper knows what they type, so that it is left out. */
  async type(text: string, shown = text): Promise<void> {
    await this.#page.keyboard.type(text)
    await this.#note(`types ${shown}`, false)
  }

  /**
   * Writes down what was announced without a key, once something is true. `alerts` leaves out the polite announcements,
   * of which a page that loads fast has fewer.
   */
  async wait(what: string, until: () => Promise<unknown>, kept: 'all' | 'alerts' = 'all'): Promise<void> {
    await until()
    if (kept === 'alerts') this.#dropPolite()
    await this.#note(what)
  }

  /** What was spoken so far, one line each; `values` are replaced by their names. */
  transcript(values: Readonly<Record<string, string>> = {}): string {
    const text = this.#lines.join('\n') + '\n'
    return Object.entries(values).reduce((all, [name, value]) => all.replaceAll(value, `{${name}}`), text)
  }

  #dropPolite(): void {
    const alerts = this.#announced.slice(this.#read).filter(({ politeness }) => politeness === 'assertive')
    this.#announced.splice(this.#read, Infinity, ...alerts)
  }

  async #note(does: string, withFocus = true): Promise<void> {
    await this.#settled()
    this.#lines.push(`> ${does}`)
    const announced = this.#announced.slice(this.#read)
    this.#read = this.#announced.length
    for (const { politeness, text } of announced) this.#lines.push(`  (${politeness}) ${text}`)
    if (withFocus) await this.#noteFocus()
  }

  async #noteFocus(): Promise<void> {
    const path = await this.#trees.focusPath()
    const spoken = path.filter((node, at) => at === path.length - 1 || containers.has(roleOf(node))).map(spokenText)
    if (spoken.join() !== this.#path.join())
      for (const [at, line] of spoken.entries())
        if (at === spoken.length - 1 || line !== this.#path[at]) this.#lines.push(`  ${line}`)
    this.#path = spoken
  }

  /** What the documents have reported before has arrived. A hidden frame paints nothing, so that none waits for that. */
  async #settled(): Promise<void> {
    const nextTask = () => new Promise((resolve) => setTimeout(resolve))
    await Promise.all(this.#page.frames().map((frame) => frame.evaluate(nextTask).catch(() => undefined)))
  }

  async #focus(): Promise<readonly string[]> {
    return (await this.#trees.focusPath()).map(({ nodeId, role, name }) => [nodeId, textOf(role), textOf(name)].join())
  }
}

/** A node as a screen reader says it: name, role, states, value and description. */
function spokenText(node: AXNode): string {
  const stateWords = Object.entries(states).flatMap(([name, wordFor]) => {
    const value = propertyOf(node, name)
    return (value !== undefined && wordFor(value)) || []
  })
  const [name, value, description] = [textOf(node.name), textOf(node.value), textOf(node.description)]
  const parts = [
    name && `“${name}”`,
    roles[roleOf(node)] ?? roleOf(node),
    ...stateWords,
    value && `“${value}”`,
    description,
  ]
  return parts.filter(Boolean).join(', ')
}

const roles: Readonly<Record<string, string>> = { Iframe: 'frame', RootWebArea: 'document', textbox: 'edit' }
