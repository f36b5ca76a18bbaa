import { createRequire } from 'node:module'
import { join } from 'node:path'
import { writeFileSync } from 'node:fs'

/** The part of TypeScript's API that is used; the compiler of this repository has none, the one of attw has. */
interface Symbol {
  readonly name: string
  getDocumentationComment(checker: unknown): readonly object[]
  getJsDocTags(): readonly { readonly name: string }[]
}
interface Type {
  getProperties(): readonly Symbol[]
  getCallSignatures(): readonly { getParameters(): readonly Symbol[] }[]
}
interface Checker {
  getTypeOfSymbol(symbol: Symbol): Type
  getExportsOfModule(module: unknown): readonly Symbol[]
  getDeclaredTypeOfSymbol(symbol: Symbol): Type
  getSymbolAtLocation(node: unknown): unknown
}
interface TypeScript {
  readonly ModuleKind: { readonly NodeNext: number }
  readonly ModuleResolutionKind: { readonly NodeNext: number }
  readonly ScriptTarget: { readonly ES2022: number }
  createProgram(
    files: readonly string[],
    options: object,
  ): {
    getTypeChecker(): Checker
    getSourceFile(file: string): unknown
  }
}

/** TypeScript as the tool that checks packages has installed it. */
function typescript(): TypeScript {
  const attw = createRequire(import.meta.url).resolve('@arethetypeswrong/core')
  return createRequire(attw)('typescript') as TypeScript
}

/** The client's operations with their fields, as an editor knows them. */
interface Hovered {
  readonly names: readonly string[]
  /** Those about which an editor shows no text, or no example of an operation. */
  readonly without: readonly string[]
}

/** Reads what an editor shows about the merchant's client of the package that is installed in a folder. */
export function hovered(shop: string): Hovered {
  const ts = typescript()
  const file = join(shop, 'hover.mts')
  writeFileSync(file, "export type { MerchantClient, Order, Try } from 'tender-checkout/server'\n")
  const program = ts.createProgram([file], {
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    target: ts.ScriptTarget.ES2022,
    strict: true,
    skipLibCheck: true,
    types: [],
  })
  const checker = program.getTypeChecker()
  const exported = checker.getExportsOfModule(checker.getSymbolAtLocation(program.getSourceFile(file)))
  const membersOf = (name: string): readonly Symbol[] =>
    checker.getDeclaredTypeOfSymbol(exported.find((one) => one.name === name)!).getProperties()
  const hasText = (symbol: Symbol): boolean => symbol.getDocumentationComment(checker).length > 0
  const hasExample = (symbol: Symbol): boolean => symbol.getJsDocTags().some(({ name }) => name === 'example')
  const operations = membersOf('MerchantClient').flatMap((operation) => {
    const [signature] = checker.getTypeOfSymbol(operation).getCallSignatures()
    const fields = checker.getTypeOfSymbol(signature!.getParameters()[0]!).getProperties()
    return [
      [operation.name, hasText(operation) && hasExample(operation)] as const,
      ...fields.map((field) => [`${operation.name}.${field.name}`, hasText(field)] as const),
    ]
  })
  const answers = ['Order', 'Try'].flatMap((name) =>
    membersOf(name).map((field) => [`${name}.${field.name}`, hasText(field)] as const),
  )
  const rows = [...operations, ...answers]
  return {
    names: rows.map(([name]) => name),
    without: rows.filter(([, isDocumented]) => !isDocumented).map(([name]) => name),
  }
}
