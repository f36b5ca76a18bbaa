import { readFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { playwright } from '@vitest/browser-playwright'
import type { EnvironmentOptions } from 'vite'
import { defineConfig } from 'vitest/config'
import { chunkName } from './scripts/plugins/chunk-names.ts'
import { editorData } from './scripts/plugins/editor-data.ts'
import {
  pageTextsOnly,
  plainAddressWords,
  plainBrands,
  plainOperations,
  plainReceiptWords,
} from './scripts/plugins/plain-data.ts'
import { ownCopies } from './scripts/plugins/own-copies.ts'
import {
  classicEntry,
  loaderCopies,
  ownNamesOnly,
  platformClasses,
  retriable,
  sharedWithElement,
} from './scripts/plugins/script-tag.ts'
import { bundleReport, compressed, frameManifest } from './scripts/plugins/written-files.ts'
import { firefox } from './test/engines/vitest-firefox.ts'
import { chromiumOptions } from './test/support/chromium.ts'
import { smallSheets } from './scripts/plugins/small-css.ts'
import { PlainSummary } from './scripts/plugins/plain-summary.ts'

const root = import.meta.dirname
const manifest = JSON.parse(readFileSync(`${root}/package.json`, 'utf8')) as Record<string, object>
const libraries = Object.keys({ ...manifest['dependencies'], ...manifest['peerDependencies'] })
const installed = new RegExp(`^(${libraries.join('|')})(/|$)`)

/**
 * The modules that every checkout needs, in one file so that none waits for another: all but the element's dynamic
 * imports, of which one needs a library.
 */
const atOnce =
  /^(?!.*\?(?:loader|payment-form|code|page)$|.*node_modules\/lean-qr\/).*(?:node_modules|rolldown\/|\/src\/(?:define|browser\/(?!slow)|bridge\/|contract\/(?!money\/|latin)|element\/(?!unavailable)[\w-]+\.ts|element\/(?:state|theme|frames|script-tag\/platform|i18n\/(?:locale|preferred)|trace\/trace)|element\/three-ds\/(?:address|exits)\.ts|texts\/(?:languages\/en|texts|locales|languages\.generated|choose-locale)\.ts))/

const minified = { minify: true, comments: false }

const frame = (name: string, entry: string): EnvironmentOptions => ({
  consumer: 'client',
  build: {
    outDir: 'dist/frames',
    emptyOutDir: name === 'card', // the first of them to be built
    license: { fileName: `${name}.licenses.md` },
    lib: { entry: { [name]: entry }, formats: ['es'] },
    rolldownOptions: {
      // A chunk may import from the entry what both need, and the entry stays one file.
      preserveEntrySignatures: 'allow-extension',
      // A folder for each frame, which is all that the policy of its document names.
      output: {
        entryFileNames: `${name}/[name]-[hash].js`,
        chunkFileNames: `${name}/[name]-[hash].js`,
        ...minified,
      },
    },
  },
})

/** Files whose tests all are of the full run. */
const fullOnly = process.env['EXTENT'] === 'full' ? [] : ['**/*.full.test.ts']

/** A check that hangs; the second that Vitest itself waits is short for a busy machine. Milliseconds. */
const polls = { poll: { timeout: 60_000, interval: 50 } }

const inNode = {
  expect: polls,
  environment: 'node',
  exclude: fullOnly,
  // Tests share no mutable state; loading every module again for each file would take half of the time.
  isolate: false,
  // The timeout is for a test that hangs, not for a slow or busy machine.
  testTimeout: 600_000,
  hookTimeout: 600_000,
  // One more than the cores that CI has, since some tests wait for a time limit, a page or a process. With a fourth
  // browser, a page on a slow machine would miss the checkout's own time limits.
  maxWorkers: 3,
  // Tests of a file that waits for timers run side by side.
  maxConcurrency: 4,
}

/** Tests that read dist/, which is built before them; all others bundle nothing. */
const readsDist = { ...inNode, globalSetup: ['test/support/build.ts'] }

const ofBuilt = [
  'test/architecture/{bundle,old-browsers,public-names}.test.ts',
  'test/{figures,programs}/**/*.test.ts',
  'test/campaigns/{sockets,supply}/**/*.test.ts',
  'test/unit/{element/manifest,sandbox/merchants/running}.test.ts',
]
/** The browser of the tests in test/browser: Chromium, or Firefox where `npm run test:firefox` has found it. */
const { ENGINES, FIREFOX_PATH } = process.env
if (ENGINES === 'firefox' && !FIREFOX_PATH) throw new Error('There is no Firefox: see above what to install.')
const browserOfTests =
  ENGINES === 'firefox'
    ? { provider: firefox(FIREFOX_PATH!), instances: [{ browser: 'firefox' as const }] }
    : { provider: playwright({ launchOptions: chromiumOptions }), instances: [{ browser: 'chromium' as const }] }

/** Tests of the whole stack in a browser, after all others. */
const wholeStack = { ...readsDist, sequence: { groupOrder: 2 } }

/** Installs each example from npm and builds it, for minutes: only `npm run test:examples` has this project. */
const packedOnly = {
  name: 'examples',
  ...wholeStack,
  include: ['test/examples/{literal,packed,php,tools}.test.ts', 'test/examples/engines/*.test.ts'],
  // One file after the other, since `npm pack` writes into dist/.
  maxWorkers: 1,
  sequence: { groupOrder: 3 },
}
const examples = process.env['EXTENT'] === 'examples' ? [{ test: packedOnly }] : []

export default defineConfig({
  base: './',
  plugins: [
    retriable(),
    classicEntry(),
    ownNamesOnly(),
    loaderCopies(),
    ownCopies(),
    sharedWithElement(),
    platformClasses(),
    smallSheets(),
    plainBrands(),
    plainOperations(),
    plainAddressWords(),
    plainReceiptWords(),
    pageTextsOnly(),
    frameManifest(),
    compressed(),
    editorData(String(manifest['version'])),
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
        lib: { entry: { checkout: 'src/loader.ts', 'payment-form': 'src/payment-form.ts' }, formats: ['es'] },
        rolldownOptions: {
          preserveEntrySignatures: 'allow-extension',
          output: {
            entryFileNames: '[name].js',
            chunkFileNames: chunkName,
            codeSplitting: { groups: [{ name: 'define', test: atOnce, includeDependenciesRecursively: false }] },
            ...minified,
          },
        },
      },
    },
    card: frame('card', 'src/card-frame/main.ts'),
    challenge: frame('challenge', 'src/challenge-frame/main.ts'),
    testCard: frame('testCard', 'src/card-frame/test-card/main.ts'),
    npm: {
      consumer: 'client',
      build: {
        outDir: 'dist/npm',
        minify: false,
        lib: { entry: { index: 'src/index.ts', define: 'src/define.ts', react: 'src/react.ts' }, formats: ['es'] },
        rolldownOptions: { external: installed, output: { chunkFileNames: 'chunks/[name]-[hash].js' } },
      },
    },
    demo: {
      consumer: 'client',
      build: {
        outDir: 'dist/demo',
        lib: {
          entry: {
            basket: 'demo/browser/basket.ts',
            shop: 'demo/browser/shop.ts',
            spa: 'demo/browser/spa/main.ts',
            playground: 'demo/browser/playground/main.ts',
            themes: 'demo/browser/themes/main.ts',
            home: 'demo/browser/home/main.ts',
            'back-office': 'demo/browser/back-office/main.ts',
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
            testing: 'server/testing.ts',
            merchant: 'server/merchant.ts',
            ticket: 'server/ticket.ts',
            cli: 'server/cli.ts',
          },
          external: [installed, /^node:/, ...builtinModules],
          output: { entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
        },
      },
    },
    // For programs in CommonJS: with their libraries inside, of which some are modules only.
    commonJs: {
      consumer: 'server',
      resolve: { noExternal: true },
      build: {
        outDir: 'dist/server',
        emptyOutDir: false,
        target: 'node20',
        minify: false,
        ssr: true,
        license: { fileName: 'common-js.licenses.md' },
        rolldownOptions: {
          input: { merchant: 'server/merchant.ts', ticket: 'server/ticket.ts' },
          external: [/^node:/],
          output: { format: 'cjs', entryFileNames: '[name].cjs', chunkFileNames: 'chunks/[name]-[hash].cjs' },
        },
      },
    },
  },
  builder: {
    async buildApp({ environments, build }) {
      const only = process.env['BUILD_ONLY']?.split(',')
      for (const name of ['cdn', 'card', 'challenge', 'testCard', 'npm', 'demo', 'server', 'commonJs'])
        if (!only || only.includes(name)) await build(environments[name]!)
    },
  },
  test: {
    reporters: ['default', new PlainSummary()],
    projects: [
      {
        test: {
          name: 'node',
          ...inNode,
          sequence: { groupOrder: 0 },
          include: [
            'test/{architecture,conformance,documents,outside,third-party,unit}/**/*.test.ts',
            'test/campaigns/{abuse,apart,fuzz,simulation}/**/*.test.ts',
            'test/examples/{php,rules}.test.ts',
          ],
          exclude: [...fullOnly, ...ofBuilt],
        },
      },
      { test: { name: 'built', ...readsDist, sequence: { groupOrder: 0 }, include: ofBuilt } },
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
            'jsqr',
            'lean-qr/nano',
            'micro-rsa-dsa-dh/rsa.js',
            'react',
            'react-dom/client',
            'react-dom/server.browser',
          ],
        },
        test: {
          name: 'browser',
          sequence: { groupOrder: 1 },
          // By default one core less than there are.
          maxWorkers: 2,
          include: ['test/browser/**/*.test.ts'],
          expect: polls,
          testTimeout: 120_000,
          hookTimeout: 120_000,
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            ...browserOfTests,
          },
        },
      },
      {
        test: {
          name: 'journeys',
          ...wholeStack,
          include: [
            'test/{engines,journeys}/**/*.test.ts',
            'test/campaigns/{injection,isolation,lost-files,upgrade,walk}/**/*.test.ts',
            'test/examples/sources.test.ts',
          ],
        },
      },
      ...examples,
    ],
  },
})
