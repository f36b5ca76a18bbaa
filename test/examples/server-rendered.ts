/** A page that a framework renders on its server, with the element in it: a payment is its title, in a sentence of its own. */
export interface ServerRendered {
  /** Builds and starts it. */
  readonly start: string
  readonly dependencies: Readonly<Record<string, string>>
  /** The other files, by their paths. */
  readonly files: Readonly<Record<string, string>>
}

/** What the page says of a payment, in each framework. */
export const sentence = 'All is paid'
const texts = `{ checkout: { paid: '${sentence}' } }`

/** Signs an order of the page itself. */
const sign = `
import { signOrder } from 'tender-checkout/ticket'

async function order() {
  const { SHOP_URL, TENDER_PUBLIC_URL, TENDER_TICKET_SECRET } = process.env
  const claims = { orderNumber: 'rendered', amount: 4990, currency: '978', returnUrl: SHOP_URL + '/' }
  return { ticket: await signOrder(claims, TENDER_TICKET_SECRET), proxy: TENDER_PUBLIC_URL }
}
`

/** Serves the files of a folder beside the program's, and otherwise what a function renders. */
const serve = (folder: string, page: string): string => `
import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { fileURLToPath } from 'node:url'
${sign}
const page = ${page}

createServer(async (request, response) => {
  const file = fileURLToPath(new URL('${folder}', import.meta.url)) + request.url
  if (request.url !== '/' && existsSync(file))
    return response.setHeader('content-type', 'text/javascript').end(readFileSync(file))
  response.setHeader('content-type', 'text/html; charset=utf-8').end(await page(request))
}).listen(process.env.PORT, 'localhost')
`

const solidPage = `
import 'tender-checkout/define'
const show = ({ type }) => { document.title = type }
const Page = ({ ticket, proxy }) =>
  <tender-checkout order={ticket} src={proxy} prop:texts={${texts}} on:tender-paid={show} />
`

const angular = '21.2.24'

const angularPage = `
import 'tender-checkout/define'
import { Component, CUSTOM_ELEMENTS_SCHEMA, inject, makeStateKey, provideZonelessChangeDetection, REQUEST_CONTEXT, TransferState } from '@angular/core'
import { bootstrapApplication, provideClientHydration, withEventReplay } from '@angular/platform-browser'
interface Order { readonly ticket: string, readonly proxy: string }
const key = makeStateKey<Order>('order')
@Component({
  selector: 'app-page',
  schemas: [CUSTOM_ELEMENTS_SCHEMA],
  template: \`
    <tender-checkout
      [attr.order]="order.ticket" [attr.src]="order.proxy" [texts]="texts" (tender-paid)="show($event)"
    />\`,
})
class Page {
  readonly texts = ${texts}
  readonly state = inject(TransferState)
  readonly order = (inject(REQUEST_CONTEXT, { optional: true }) as Order) ?? this.state.get(key, undefined!)
  constructor() { this.state.set(key, this.order) }
  show({ type }: HTMLElementEventMap['tender-paid']) { document.title = type }
}
const providers = [provideZonelessChangeDetection(), provideClientHydration(withEventReplay())]
`

export const serverRendered: Readonly<Record<string, ServerRendered>> = {
  nuxt: {
    start: 'nuxt build && node .output/server/index.mjs',
    dependencies: { nuxt: '3.21.9' },
    files: {
      'nuxt.config.ts': `
        export default defineNuxtConfig({
          compatibilityDate: '2026-01-01',
          telemetry: false,
          vue: { compilerOptions: { isCustomElement: (tag) => tag === 'tender-checkout' } },
        })`,
      'server/api/order.get.ts': `${sign}
        export default defineEventHandler(order)`,
      'app.vue': `
        <script setup>
        import 'tender-checkout/define'
        const { data } = await useFetch('/api/order')
        const show = ({ type }) => { document.title = type }
        const texts = ${texts}
        </script>
        <template>
          <tender-checkout :order="data.ticket" :src="data.proxy" :texts="texts" @tender-paid="show" />
        </template>`,
    },
  },
  sveltekit: {
    start: 'vite build && node build',
    dependencies: {
      '@sveltejs/adapter-node': '5.5.7',
      '@sveltejs/kit': '2.70.4',
      '@sveltejs/vite-plugin-svelte': '7.3.1',
      svelte: '5.57.3',
      vite: '8.3.8',
    },
    files: {
      'svelte.config.js': `
        import adapter from '@sveltejs/adapter-node'
        export default { kit: { adapter: adapter() } }`,
      'vite.config.js': `
        import { sveltekit } from '@sveltejs/kit/vite'
        export default { plugins: [sveltekit()] }`,
      'src/app.html': `<!doctype html><html lang="en"><head>%sveltekit.head%</head><body>%sveltekit.body%</body></html>`,
      'src/routes/+page.server.js': `${sign}
        export const load = order`,
      'src/routes/+page.svelte': `
        <script>
          import 'tender-checkout/define'
          let { data } = $props()
          const show = ({ type }) => { document.title = type }
        </script>
        <tender-checkout order={data.ticket} src={data.proxy} texts={${texts}} ontender-paid={show}></tender-checkout>`,
    },
  },
  astro: {
    start: 'astro build && node dist/server/entry.mjs',
    dependencies: { '@astrojs/node': '9.5.5', astro: '5.18.2' },
    files: {
      'astro.config.mjs': `
        import node from '@astrojs/node'
        export default { output: 'server', adapter: node({ mode: 'standalone' }) }`,
      'src/pages/index.astro': `---
${sign}
const { ticket, proxy } = await order()
---
<!doctype html>
<html lang="en">
  <head></head>
  <body>
    <tender-checkout order={ticket} src={proxy}></tender-checkout>
    <script>
      import 'tender-checkout/define'
      const checkout = document.querySelector('tender-checkout')
      checkout.texts = ${texts}
      checkout.addEventListener('tender-paid', ({ type }) => { document.title = type })
    </script>
  </body>
</html>`,
    },
  },
  'solid-ssr': {
    start: 'vite build && vite build --ssr src/server.jsx && node dist/server/server.js',
    dependencies: { 'solid-js': '1.9.19', vite: '8.3.8', 'vite-plugin-solid': '2.11.12' },
    files: {
      'vite.config.js': `
        import solid from 'vite-plugin-solid'
        export default ({ isSsrBuild }) => ({
          plugins: [solid({ ssr: true })],
          build: isSsrBuild
            ? { outDir: 'dist/server' }
            : {
                outDir: 'dist/client',
                rolldownOptions: { input: 'src/client.jsx', output: { entryFileNames: 'client.js' } },
              },
        })`,
      'src/client.jsx': `${solidPage}
        import { hydrate } from 'solid-js/web'
        hydrate(() => <Page {...window.order} />, document.body)`,
      'src/server.jsx': `${solidPage}
        import { generateHydrationScript, renderToString } from 'solid-js/web'
        const render = (order) => '<!doctype html><html lang="en"><head>' + generateHydrationScript() +
          '</head><body>' + renderToString(() => <Page {...order} />) +
          '<script>window.order = ' + JSON.stringify(order) + '</script>' +
          '<script type="module" src="/client.js"></script></body></html>'
        ${serve('../client', 'async () => render(await order())')}`,
    },
  },
  'angular-ssr': {
    start: 'ng build && node dist/server/server.mjs',
    dependencies: {
      '@angular/build': angular,
      '@angular/cli': angular,
      '@angular/common': angular,
      '@angular/compiler': angular,
      '@angular/compiler-cli': angular,
      '@angular/core': angular,
      '@angular/platform-browser': angular,
      '@angular/platform-server': angular,
      '@angular/router': angular,
      '@angular/ssr': angular,
      rxjs: '7.8.2',
      typescript: '5.9.3',
    },
    files: {
      'angular.json': JSON.stringify({
        version: 1,
        cli: { analytics: false },
        projects: {
          shop: {
            projectType: 'application',
            root: '',
            architect: {
              build: {
                builder: '@angular/build:application',
                options: {
                  browser: 'src/main.ts',
                  server: 'src/main.server.ts',
                  ssr: { entry: 'src/server.js' },
                  outputMode: 'server',
                  index: 'src/index.html',
                  tsConfig: 'tsconfig.json',
                  outputPath: { base: 'dist' },
                },
              },
            },
          },
        },
      }),
      'tsconfig.json': JSON.stringify({
        files: ['src/main.ts', 'src/main.server.ts'],
        compilerOptions: {
          allowJs: true,
          experimentalDecorators: true,
          lib: ['ES2022', 'DOM', 'DOM.Iterable'],
          module: 'preserve',
          moduleResolution: 'bundler',
          strict: true,
          target: 'ES2022',
          types: [],
        },
        angularCompilerOptions: { strictTemplates: true },
      }),
      'src/index.html':
        '<!doctype html><html lang="en"><head><base href="/" /></head><body><app-page></app-page></body></html>',
      'src/main.ts': `${angularPage}
        void bootstrapApplication(Page, { providers })`,
      'src/main.server.ts': `${angularPage}
        import { type BootstrapContext } from '@angular/platform-browser'
        import { provideServerRendering, RenderMode, withRoutes } from '@angular/ssr'
        const rendering = provideServerRendering(withRoutes([{ path: '**', renderMode: RenderMode.Server }]))
        export default (context: BootstrapContext) =>
          bootstrapApplication(Page, { providers: [...providers, rendering] }, context)`,
      'src/server.js': `
        import { AngularNodeAppEngine, createNodeRequestHandler } from '@angular/ssr/node'
        const engine = new AngularNodeAppEngine({ allowedHosts: ['localhost'] })
        ${serve('../browser', 'async (request) => (await engine.handle(request, await order())).text()')}
        export const reqHandler = createNodeRequestHandler(() => {})`,
    },
  },
}
