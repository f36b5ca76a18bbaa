import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { builtinModules, createRequire } from 'node:module'
import { relative } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { playwright } from '@vitest/browser-playwright'
import { runnerImport, type EnvironmentOptions, type Plugin } from 'vite'
import { defineConfig } from 'vitest/config'
import { chromiumOptions } from './test/support/chromium.ts'
import type * as CardDocument from './src/card-frame/document.ts'
import type * as Operations from './src/card-frame/proxy-client/operations.ts'
import { PlainSummary } from './test/support/plain-summary.ts'

const root = import.meta.dirname
const manifest = JSON.parse(readFileSync(`${root}/package.json`, 'utf8')) as Record<string, object>
const libraries = Object.keys({ ...manifest['dependencies'], ...manifest['peerDependencies'] })
const installed = new RegExp(`^(${libraries.join('|')})(/|$)`)

/**
 * Gives each dynamic import a retry argument that is added to the address, since many browsers cache the failure of an
 * address: a query for a chunk, whose own imports are beside it, and a folder for the first one, whose imports must
 * resolve to that same copy.
 */
const retriable = (): Plugin => ({
  name: 'retriable',
  applyToEnvironment: ({ name }) => name === 'cdn' || name === 'card',
  renderChunk(code, { fileName }) {
    const isTag = fileName === 'checkout.js'
    const other = isTag ? '(retry = "") => import(u(retry + $1))' : '(retry = "") => import($1 + retry)'
    const given = code.replace(/\(\) => import\(("\.\/[^"]+")\)/g, other)
    if (/\bimport\(\s*["'`]/.test(given.replaceAll(/import\("[^"]+" \+ retry\)/g, '')))
      this.error(`${fileName}: a dynamic import must be the whole body of an arrow function, and be tried again`)
    return { code: given, map: null }
  },
})

/**
 * Lets a classic `<script src>` from another origin load chunks: its own scope, and addresses relative to the script's.
 */
const classicEntry = (): Plugin => ({
  name: 'classic-entry',
  applyToEnvironment: ({ name }) => name === 'cdn',
  generateBundle: {
    order: 'post',
    handler(_, bundle) {
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk' || !chunk.isEntry) continue
        if (chunk.imports.length || chunk.exports.length)
          this.error('the classic entry must not import or export statically')
        const address = '(s=>p=>s?new URL(p,s).href:p)(document.currentScript?.src)'
        chunk.code = `(u=>{${chunk.code.trimEnd()}})(${address});\n`
      }
    },
  },
})

const COPY = '?loader'

/**
 * Gives the script tag copies of the modules that it shares with the element, since it must be one file that runs
 * before any other has arrived.
 */
const loaderCopies = (): Plugin => ({
  name: 'loader-copies',
  enforce: 'pre',
  applyToEnvironment: ({ name }) => name === 'cdn',
  async resolveId(source, importer, { kind }) {
    const isOfLoader = importer?.endsWith(COPY) || importer?.endsWith('/src/loader.ts')
    if (!isOfLoader || kind === 'dynamic-import') return null
    const found = await this.resolve(source, importer?.replace(COPY, ''), { skipSelf: true })
    return found && { ...found, id: found.id + COPY }
  },
  load: {
    filter: { id: /\?loader$/ },
    handler: (id) => ({ code: readFileSync(id.replace(COPY, ''), 'utf8'), moduleType: 'ts' }),
  },
})

const unread = new Set(['name', 'type'])

/** Bundles the table of brands as plain data: without the wrapper of a CommonJS module and the unused fields. */
const plainBrands = (): Plugin => ({
  name: 'plain-brands',
  enforce: 'pre',
  applyToEnvironment: ({ name }) => name === 'card',
  load: {
    filter: { id: /credit-card-type\/dist\/lib\/card-types\.js$/ },
    handler: (id) =>
      `export default ${JSON.stringify(createRequire(id)(id), (key, value: unknown) => (unread.has(key) ? undefined : value))}`,
  },
})

/** Evaluates a module of the sources during the build. */
async function evaluated<T>(path: string): Promise<T> {
  const { module } = await runnerImport<T>(`${root}/${path}`, { root, configFile: false, logLevel: 'error' })
  return module
}

/** Bundles the table of the proxy's operations as plain data, without the schemas from which it is made. */
const plainOperations = (): Plugin => ({
  name: 'plain-operations',
  enforce: 'pre',
  applyToEnvironment: ({ name }) => name === 'card',
  load: {
    filter: { id: /card-frame\/proxy-client\/operations\.ts$/ },
    async handler() {
      const { operations } = await evaluated<typeof Operations>('src/card-frame/proxy-client/operations.ts')
      return `export const operations = ${JSON.stringify(operations)}`
    },
  },
})

/**
 * Writes a manifest for the server: the name and the hash of each frame's script, and of the chunks that it loads when
 * needed; and the form that the card's document contains.
 */
const frameManifest = (): Plugin => {
  const frames: Record<string, object> = {}
  return {
    name: 'frame-manifest',
    sharedDuringBuild: true,
    applyToEnvironment: ({ name }) => name === 'card' || name === 'challenge',
    async writeBundle({ dir }, bundle) {
      const scripts = Object.values(bundle).filter((chunk) => chunk.type === 'chunk')
      const entry = scripts.find((chunk) => chunk.isEntry)!
      if (entry.imports.length) this.error(`${entry.fileName}: what a frame loads at once must be a single file`)
      const files = scripts.map(({ fileName, code }) => ({
        file: fileName,
        integrity: `sha384-${createHash('sha384').update(code).digest('base64')}`,
      }))
      const script = files.find(({ file }) => file === entry.fileName)
      const form = entry.name === 'card' && {
        form: (await evaluated<typeof CardDocument>('src/card-frame/document.ts')).form,
      }
      frames[entry.name] = { ...script, chunks: files.filter(({ file }) => file !== entry.fileName), ...form }
      writeFileSync(`${dir}/manifest.json`, `${JSON.stringify(frames, null, 2)}\n`)
    },
  }
}

const fetchedByBrowsers = new Set(['cdn', 'card', 'challenge', 'demo'])

/** Writes each script compressed beside it, so that no server compresses it during a request. */
const compressed = (): Plugin => ({
  name: 'compressed',
  applyToEnvironment: ({ name }) => fetchedByBrowsers.has(name),
  writeBundle({ dir }, bundle) {
    for (const chunk of Object.values(bundle)) {
      if (chunk.type !== 'chunk') continue
      writeFileSync(`${dir}/${chunk.fileName}.br`, brotliCompressSync(chunk.code))
      writeFileSync(`${dir}/${chunk.fileName}.gz`, gzipSync(chunk.code, { level: 9 }))
    }
  },
})

/** Writes which modules are in which file, for the tests of the bundles. */
const bundleReport = (): Plugin => ({
  name: 'bundle-report',
  generateBundle: {
    order: 'post',
    handler({ dir }, bundle) {
      const path = (name: string) => (bundle[name] ? relative(root, `${dir}/${name}`) : name)
      const source = Object.values(bundle)
        .filter((chunk) => chunk.type === 'chunk')
        .map((chunk) => ({
          file: path(chunk.fileName),
          isEntry: chunk.isEntry,
          exports: chunk.exports,
          imports: chunk.imports.map(path),
          dynamicImports: chunk.dynamicImports.map(path),
          modules: Object.entries(chunk.modules)
            .filter(([, { renderedLength }]) => renderedLength > 0)
            .map(([id]) => (id.startsWith('\0') ? id.slice(1) : relative(root, id))),
        }))
      const fileName = `${this.environment.name}.report.json`
      this.emitFile({ type: 'asset', fileName, source: JSON.stringify(source, null, 2) })
    },
  },
})

/**
 * The modules that every checkout needs, in one file so that none waits for another: all but the element's dynamic
 * imports.
 */
const atOnce =
  /^(?!.*\?loader$).*(?:node_modules|rolldown\/|\/src\/(?:define|bridge\/|contract\/(?!currencies)|element\/[\w-]+\.ts|element\/(?:state|theme|frames|i18n\/locale)|element\/three-ds\/(?:address|exits)\.ts|texts\/(?:en|texts|locales|languages)\.ts))/

const minified = { minify: true, comments: false }

const frame = (name: string, entry: string): EnvironmentOptions => ({
  consumer: 'client',
  build: {
    outDir: 'dist/frames',
    emptyOutDir: name === 'card', // the first of the two to be built
    license: { fileName: `${name}.licenses.md` },
    lib: { entry: { [name]: entry }, formats: ['es'] },
    rolldownOptions: {
      // A chunk may import from the entry what both need, and the entry stays one file.
      preserveEntrySignatures: 'allow-extension',
      output: { entryFileNames: '[name]-[hash].js', chunkFileNames: '[name]-[hash].js', ...minified },
    },
  },
})

const inNode = {
  sequence: { groupOrder: 0 },
  environment: 'node',
  // One more than the cores that CI has, since some tests wait for a time limit.
  maxWorkers: 3,
  // Tests share no mutable state; loading every module again for each file would take half of the time.
  isolate: false,
  // The timeout is for a test that hangs, not for a slow or busy machine.
  testTimeout: 180_000,
  hookTimeout: 180_000,
}

/** Tests of the whole stack, which wait for a browser or a process most of the time. */
const wholeStack = {
  ...inNode,
  sequence: { groupOrder: 2 },
  globalSetup: ['test/support/build.ts'],
  testTimeout: 600_000,
  hookTimeout: 600_000,
  // A third browser at once would make a page on a slow machine miss the checkout's own time limits.
  maxWorkers: 2,
  // Tests of a file that waits for timers run side by side.
  maxConcurrency: 4,
}

export default defineConfig({
  base: './',
  plugins: [
    retriable(),
    classicEntry(),
    loaderCopies(),
    plainBrands(),
    plainOperations(),
    frameManifest(),
    compressed(),
    bundleReport(),
  ],
  build: { target: 'es2022', modulePreload: false, copyPublicDir: false },
  environments: {
    cdn: {
      consumer: 'client',
      build: {
        outDir: 'dist/cdn',
        license: { fileName: 'licenses.md' },
        // Library mode here and in the frames, because otherwise Vite adds a preload helper to each dynamic import.
        lib: { entry: { checkout: 'src/loader.ts' }, formats: ['es'] },
        rolldownOptions: {
          preserveEntrySignatures: 'allow-extension',
          output: {
            entryFileNames: '[name].js',
            chunkFileNames: 'chunks/[name]-[hash].js',
            codeSplitting: { groups: [{ name: 'define', test: atOnce, includeDependenciesRecursively: false }] },
            ...minified,
          },
        },
      },
    },
    card: frame('card', 'src/card-frame/main.ts'),
    challenge: frame('challenge', 'src/challenge-frame/main.ts'),
    npm: {
      consumer: 'client',
      build: {
        outDir: 'dist/npm',
        minify: false,
        lib: { entry: { index: 'src/index.ts', define: 'src/define.ts' }, formats: ['es'] },
        rolldownOptions: { external: installed, output: { chunkFileNames: 'chunks/[name]-[hash].js' } },
      },
    },
    demo: {
      consumer: 'client',
      build: {
        outDir: 'dist/demo',
        lib: {
          entry: {
            shop: 'demo/browser/shop.ts',
            spa: 'demo/browser/spa.ts',
            bench: 'demo/browser/bench/main.ts',
          },
          formats: ['es'],
        },
        rolldownOptions: {
          output: { entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js', ...minified },
        },
      },
    },
    server: {
      consumer: 'server',
      build: {
        outDir: 'dist/server',
        target: 'node20',
        minify: false,
        ssr: true,
        rolldownOptions: {
          input: {
            index: 'server/index.ts',
            sandbox: 'server/sandbox.ts',
            issuing: 'server/issuing.ts',
            cli: 'server/cli.ts',
          },
          external: [installed, /^node:/, ...builtinModules],
          output: { entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
        },
      },
    },
  },
  builder: {
    async buildApp({ environments, build }) {
      for (const name of ['cdn', 'card', 'challenge', 'npm', 'demo', 'server']) await build(environments[name]!)
    },
  },
  test: {
    reporters: ['default', new PlainSummary()],
    projects: [
      {
        test: {
          name: 'unit',
          ...inNode,
          globalSetup: ['test/support/build.ts'],
          include: ['test/{architecture,documents,unit}/**/*.test.ts'],
        },
      },
      {
        test: {
          name: 'conformance',
          ...inNode,
          include: ['test/{conformance,third-party}/**/*.test.ts'],
        },
      },
      {
        // Listed in advance, since a dependency that is discovered during a cold run reloads the tests.
        optimizeDeps: {
          include: [
            'lit',
            'lit/html.js',
            'comlink',
            'zod/mini',
            'credit-card-type/dist/lib/card-types.js',
            'axe-core',
            'micro-rsa-dsa-dh/rsa.js',
          ],
        },
        test: {
          name: 'browser',
          sequence: { groupOrder: 1 },
          include: ['test/browser/**/*.test.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({ launchOptions: chromiumOptions }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
      {
        test: {
          name: 'journeys',
          ...wholeStack,
          include: ['test/journeys/**/*.test.ts'],
        },
      },
      {
        test: {
          name: 'campaigns',
          ...wholeStack,
          include: ['test/{campaigns,figures}/**/*.test.ts'],
        },
      },
    ],
  },
})
