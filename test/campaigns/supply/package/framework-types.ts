import { spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, readdir, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { root } from './lockfile.ts'

/** A page of a shop, whose type errors are those that `@ts-expect-error` names. */
interface Page {
  /** The libraries that the shop has installed besides. */
  readonly libraries: readonly string[]
  readonly code: string
  readonly file?: 'page.ts'
}

const declarations = `
import 'tender-checkout/define'
import type { TenderCheckout } from 'tender-checkout'
declare const paid: (orderNumber: string) => void
declare const order: string
`

export const pages: Readonly<Record<string, Page>> = {
  'no framework': {
    libraries: [],
    file: 'page.ts',
    code: `
      const checkout = document.querySelector('tender-checkout')!
      const state: 'paid' | 'ready' | string = checkout.state
      checkout.addEventListener('tender-paid', (event) => paid(event.detail.orderNumber))
      document.addEventListener('tender-paid', ({ detail }) => paid(detail.orderNumber))
      window.addEventListener('tender-error', ({ detail }) => paid(detail.traceId ?? state))
      document.body.addEventListener('tender-change', ({ detail }) => paid(detail.brand))
      checkout.getRootNode() instanceof ShadowRoot &&
        (checkout.getRootNode() as ShadowRoot).addEventListener('tender-paid', ({ detail }) => paid(detail.orderNumber))
      document.addEventListener('tender-submit', (event) => event.waitUntil(Promise.resolve()))
      // @ts-expect-error amounts are numbers
      document.addEventListener('tender-paid', ({ detail }) => paid(detail.amount))
      // @ts-expect-error no such method
      document.createElement('tender-checkout').pay()`,
  },
  react: {
    libraries: ['@types/react', 'csstype'],
    code: `
      import { useRef } from 'react'
      export function Page() {
        const checkout = useRef<TenderCheckout>(null)
        return (
          <tender-checkout
            ref={checkout}
            key={order}
            className="checkout"
            style={{ minHeight: 300 }}
            order={order}
            src="https://pay.shop.example"
            theme="dark"
            ontender-paid={({ detail }) => paid(detail.orderNumber)}
            ontender-submit={(event) => event.waitUntil(Promise.resolve())}
          />
        )
      }
      // @ts-expect-error no such theme
      export const wrong = <tender-checkout order={order} theme="sepia" />
      // @ts-expect-error a ticket is text
      export const number = <tender-checkout order={17} />`,
  },
  preact: {
    libraries: ['preact'],
    code: `
      import { createRef } from 'preact'
      const checkout = createRef<TenderCheckout>()
      export const page = (
        <tender-checkout
          ref={checkout}
          class="checkout"
          order={order}
          src="https://pay.shop.example"
          ontender-paid={({ detail }) => paid(detail.orderNumber)}
        />
      )
      // @ts-expect-error no such theme
      export const wrong = <tender-checkout order={order} theme="sepia" />`,
  },
  'solid-js': {
    libraries: ['solid-js', 'csstype', 'seroval', 'seroval-plugins'],
    code: `
      let checkout!: TenderCheckout
      export const page = (
        <tender-checkout
          ref={checkout}
          class="checkout"
          order={order}
          src="https://pay.shop.example"
          on:tender-paid={({ detail }) => paid(detail.orderNumber)}
        />
      )
      // @ts-expect-error no such theme
      export const wrong = <tender-checkout order={order} theme="sepia" />`,
  },
  vue: {
    libraries: ['vue', '@vue', 'csstype'],
    file: 'page.ts',
    code: `
      import type { GlobalComponents } from 'vue'
      type Props = InstanceType<GlobalComponents['tender-checkout']>['$props']
      export const page: Props = {
        order,
        src: 'https://pay.shop.example',
        onTenderPaid: ({ detail }) => paid(detail.orderNumber),
      }
      // @ts-expect-error no such theme
      export const wrong: Props = { order, theme: 'sepia' }
      // @ts-expect-error amounts are numbers
      export const amount: Props = { onTenderPaid: ({ detail }) => paid(detail.amount) }`,
  },
  svelte: {
    libraries: ['svelte'],
    file: 'page.ts',
    code: `
      import type { SvelteHTMLElements } from 'svelte/elements'
      type Props = SvelteHTMLElements['tender-checkout']
      export const page: Props = {
        class: 'checkout',
        order,
        src: 'https://pay.shop.example',
        'ontender-paid': ({ detail }) => paid(detail.orderNumber),
        'on:tender-paid': ({ detail }) => paid(detail.orderNumber),
      }
      // @ts-expect-error no such theme
      export const wrong: Props = { order, theme: 'sepia' }`,
  },
}

/** The names of the libraries in a folder, those of a scope with it. */
async function librariesIn(folder: string): Promise<string[]> {
  const names = (await readdir(folder)).filter((name) => !name.startsWith('.'))
  const scoped = async (name: string): Promise<string[]> =>
    name.startsWith('@') ? (await readdir(join(folder, name))).map((library) => `${name}/${library}`) : [name]
  return (await Promise.all(names.map(scoped))).flat()
}

const runtimes: Readonly<Record<string, string>> = { preact: 'preact', 'solid-js': 'solid-js' }

/**
 * Type-checks a page in a folder of its own that has the libraries of the page, beside those of the folder in which the
 * tarball is installed.
 */
export async function typeErrors(name: string, installed: string, home: string): Promise<string> {
  const { libraries, code, file = 'page.tsx' } = pages[name]!
  const folder = await mkdtemp(join(home, 'types-'))
  const modules = join(folder, 'node_modules')
  const link = async (from: string, library: string): Promise<void> => {
    await mkdir(dirname(join(modules, library)), { recursive: true })
    await symlink(join(from, library), join(modules, library))
  }
  for (const library of await librariesIn(installed)) await link(installed, library)
  for (const library of libraries) await link(join(root, 'node_modules'), library)
  await writeFile(join(folder, file), declarations + code)
  const isAlone = libraries.length === 0
  const compilerOptions = {
    target: 'ES2022',
    lib: ['ES2023', 'DOM', 'DOM.Iterable'],
    module: 'ESNext',
    moduleResolution: 'Bundler',
    strict: true,
    noEmit: true,
    types: [],
    jsx: runtimes[name] === 'solid-js' ? 'preserve' : 'react-jsx',
    jsxImportSource: runtimes[name] ?? 'react',
    // A framework is found from the page, and not from where the package was installed from.
    preserveSymlinks: true,
    // The package's own declarations hold without any framework; a framework's are its own.
    skipLibCheck: !isAlone,
  }
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ files: [file], compilerOptions }))
  const tsc = join(root, 'node_modules/typescript/bin/tsc')
  const { stdout, stderr } = spawnSync(process.execPath, [tsc, '-p', folder, '--pretty', 'false'], { encoding: 'utf8' })
  return (stdout + stderr).replaceAll(`${folder}/`, '')
}
