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
import type { Detail, TenderCheckout } from 'tender-checkout'
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
      document.addEventListener('tender-paid', ({ detail }) => paid(detail.receipt?.lastDigits ?? ''))
      document.addEventListener('tender-declined', ({ detail }) => paid(detail.reason))
      const known = ({ reason, code = '' }: Detail<'tender-declined'>) => paid(reason + code)
      checkout.addEventListener('tender-declined', ({ detail }) => known(detail))
      // @ts-expect-error a payment has no reason
      document.addEventListener('tender-paid', ({ detail }) => paid(detail.reason))
      // @ts-expect-error a decline has no receipt
      document.addEventListener('tender-declined', ({ detail }) => paid(detail.receipt))
      // @ts-expect-error only an error has a message
      checkout.addEventListener('tender-pending', ({ detail }) => paid(detail.message))
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
            texts={{ checkout: { paid: 'Thank you' } }}
          />
        )
      }
      // @ts-expect-error no such theme
      export const wrong = <tender-checkout order={order} src="" theme="sepia" />
      // @ts-expect-error a ticket is text
      export const number = <tender-checkout order={17} src="" />
      // @ts-expect-error without a ticket
      export const nothing = <tender-checkout src="" />
      // @ts-expect-error without the proxy's address
      export const nowhere = <tender-checkout order={order} />
      // @ts-expect-error no such sentence
      export const sentence = <tender-checkout order={order} src="" texts={{ checkout: { thanks: '' } }} />`,
  },
  'the component for react': {
    libraries: ['react', '@types/react', 'csstype'],
    code: `
      import { useRef } from 'react'
      import { TenderCheckout as Checkout, type TenderCheckoutElement } from 'tender-checkout/react'
      export function Page() {
        const checkout = useRef<TenderCheckoutElement>(null)
        const submit = async () => paid((await checkout.current!.submit()).orderNumber)
        return (
          <Checkout
            ref={checkout}
            key={order}
            className="checkout"
            id="checkout"
            style={{ minHeight: 300 }}
            order={order}
            src="https://pay.shop.example"
            theme="dark"
            hideButton
            buttonText="order"
            texts={{ checkout: { paid: 'Thank you' } }}
            onClick={submit}
            onPaid={({ detail }) => paid(detail.receipt?.lastDigits ?? detail.orderNumber)}
            onDeclined={({ detail }) => paid(detail.reason)}
            onExpired={({ detail }) => paid(detail.reason)}
            onChange={({ detail }) => paid(detail.brand)}
            onError={({ detail }) => paid(detail.message)}
            onSubmit={(event) => event.waitUntil(Promise.resolve())}
          >
            <p slot="footer">Terms</p>
          </Checkout>
        )
      }
      // @ts-expect-error no such event
      export const misspelled = <Checkout order={order} src="" onPayed={() => {}} />
      // @ts-expect-error without a ticket
      export const nothing = <Checkout src="" />
      // @ts-expect-error without the proxy's address
      export const nowhere = <Checkout order={order} />
      // @ts-expect-error no such theme
      export const wrong = <Checkout order={order} src="" theme="sepia" />
      // @ts-expect-error a payment has no reason
      export const reason = <Checkout order={order} src="" onPaid={({ detail }) => paid(detail.reason)} />`,
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
          texts={{ checkout: { paid: 'Thank you' } }}
          ontender-declined={({ detail }) => paid(detail.reason)}
        />
      )
      // @ts-expect-error without the proxy's address
      export const nowhere = <tender-checkout order={order} />
      // @ts-expect-error no such theme
      export const wrong = <tender-checkout order={order} src="" theme="sepia" />`,
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
          prop:texts={{ checkout: { paid: 'Thank you' } }}
          on:tender-declined={({ detail }) => paid(detail.reason)}
        />
      )
      // @ts-expect-error without the proxy's address
      export const nowhere = <tender-checkout order={order} />
      // @ts-expect-error no such theme
      export const wrong = <tender-checkout order={order} src="" theme="sepia" />`,
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
        texts: { checkout: { paid: 'Thank you' } },
        onTenderPaid: ({ detail }) => paid(detail.orderNumber),
        onTenderDeclined: ({ detail }) => paid(detail.reason),
      }
      // @ts-expect-error no such theme
      export const wrong: Props = { order, src: '', theme: 'sepia' }
      // @ts-expect-error amounts are numbers
      export const amount: Props = { order, src: '', onTenderPaid: ({ detail }) => paid(detail.amount) }
      // @ts-expect-error no such event
      export const misspelled: Props = { order, src: '', onTenderPayed: () => {} }
      // @ts-expect-error without the proxy's address
      export const nowhere: Props = { order }`,
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
        'ontender-declined': ({ detail }) => paid(detail.reason),
        texts: { checkout: { paid: 'Thank you' } },
      }
      // @ts-expect-error no such theme
      export const wrong: Props = { order, src: '', theme: 'sepia' }
      // @ts-expect-error without the proxy's address
      export const nowhere: Props = { order }
      // @ts-expect-error no such event
      export const misspelled: Props = { order, src: '', 'ontender-payed': () => {} }`,
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
