/** A page that a framework renders on its server, with the element in it. */
export interface ServerRendered {
  /** Builds and starts it. */
  readonly start: string
  readonly dependencies: Readonly<Record<string, string>>
  /** The other files, by their paths. */
  readonly files: Readonly<Record<string, string>>
}

/** Signs an order of the page itself. */
const sign = `
import { signOrder } from 'tender-checkout/ticket'

async function order() {
  const { SHOP_URL, TENDER_PUBLIC_URL, TENDER_TICKET_SECRET } = process.env
  const claims = { orderNumber: 'rendered', amount: 4990, currency: '978', returnUrl: SHOP_URL + '/' }
  return { ticket: await signOrder(claims, TENDER_TICKET_SECRET), proxy: TENDER_PUBLIC_URL }
}
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
        </script>
        <template><tender-checkout :order="data.ticket" :src="data.proxy" /></template>`,
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
        </script>
        <tender-checkout order={data.ticket} src={data.proxy}></tender-checkout>`,
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
  <body>
    <tender-checkout order={ticket} src={proxy}></tender-checkout>
    <script>
      import 'tender-checkout/define'
    </script>
  </body>
</html>`,
    },
  },
}
