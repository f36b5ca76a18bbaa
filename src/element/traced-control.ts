import type { PropertyValues } from 'lit'
import type { ButtonText } from '#contract/appearance/appearance.ts'
import { retryImport } from '#browser/retry-import.ts'
import type { BrowserServices, ElementContext } from './element-context.ts'
import { FormControl } from './form-control.ts'
import { browserContext } from './ports.ts'
import type { ThemeName } from '#contract/appearance/presets.ts'
import { Trace } from './trace/trace.ts'

/** What a checkout is without its attributes. */
const defaults = { order: '', src: '', locale: '', presentation: 'dialog', theme: 'auto', layout: 'stack' }

/** A control that records its steps, and writes them down when it is asked to. */
export abstract class TracedControl extends FormControl {
  declare debug: boolean
  declare src: string
  declare locale: string
  declare presentation: 'dialog' | 'redirect'
  declare theme: ThemeName
  declare layout: 'stack' | 'tabs' | 'accordion'
  declare buttonText: ButtonText
  #context!: ElementContext

  constructor() {
    super()
    this.#addDefaults()
  }

  /** Lit makes `null` of an attribute that is removed. */
  #addDefaults(): void {
    for (const name in defaults) this[name as 'locale'] ??= defaults[name as 'locale']
  }

  /** The clock, the address bar and the frames; a test overrides this to inject others. */
  protected context(): BrowserServices {
    return browserContext
  }

  /** The context with a trace, in which each line of the console is recorded too. */
  protected traced(): ElementContext {
    const services = this.context()
    const trace = new Trace(services.clock)
    const complain = (line: string): void => {
      trace.add('console', { line })
      services.complain(line)
    }
    return (this.#context = { ...services, trace, complain })
  }

  /** The steps of this checkout as JSON: nothing of the card, and of the ticket only the order number. */
  async exportTrace(): Promise<string> {
    return (await this.#report()).traceOf(this.#context.trace.steps, this)
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    const { trace } = this.#context
    this.#addDefaults()
    trace.add('attributes', { names: [...changed.keys()] })
    if (!changed.has('debug')) return
    trace.onStep = undefined
    if (this.debug)
      void this.#report().then(
        ({ logSteps }) => this.debug && logSteps(trace, this),
        () => undefined,
      )
  }

  readonly #report = () => retryImport(() => import('./trace/report.ts'), this.#context.clock)
}
