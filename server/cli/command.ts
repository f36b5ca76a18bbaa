import type { MerchantSettings } from '#sandbox/merchants/settings.ts'
import type { OpenSandbox } from '#sandbox/open-sandbox.ts'

/** An option of a command, as its help and the documents show it. */
export interface Option {
  /** What stands for its value in the help; absent where it takes none. */
  readonly value?: string
  /** The value without the option. */
  readonly standard?: string
  readonly what: string
  readonly isRequired?: true
}

/** What was typed after a command's name, each option by its name. */
export interface Arguments {
  /** The value of an option that takes one. */
  text(option: string): string | undefined
  /** Whether an option without a value is there. */
  has(option: string): boolean
  /** What belongs to no option. */
  readonly operands: readonly string[]
}

/** What a command is handed beside its arguments. */
export interface Tools {
  readonly env: NodeJS.ProcessEnv
  /** Folder of the package's own package.json. */
  readonly home: string
  /** Folder of what is built for browsers. */
  readonly dist: string
  /** Loads the sandbox, which no other command needs. */
  readonly loadSandbox: () => Promise<SandboxModule>
}

/** What `tender sandbox` uses of `tender-checkout/sandbox`. */
export interface SandboxModule {
  merchantsFile(path: string): readonly MerchantSettings[]
  startSandbox(options: {
    readonly port: number
    readonly merchants?: readonly MerchantSettings[]
    readonly data?: string
    readonly shop?: string
    readonly report?: (sentence: string) => void
  }): Promise<OpenSandbox & { readonly testCards: string }>
}

/** A command of `tender`. */
export interface Command {
  readonly name: string
  readonly summary: string
  /** What stands for its operand in the help; absent where it takes none. */
  readonly operand?: string
  readonly options: Readonly<Record<string, Option>>
  /** Lines at the end of its help. */
  readonly notes?: readonly string[]
  run(given: Arguments, tools: Tools): Promise<void>
}

/** A failure that is printed as its sentence, without a stack. */
export class CommandError extends Error {}

/** Rethrows whatever was thrown as a sentence. */
export function asCommandError(error: unknown): never {
  throw new CommandError(error instanceof Error ? error.message : String(error))
}
