import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { defineConfig } from 'vitepress'
import { readers, titleIn } from './readers.ts'
import { isSearched, searchOptions } from './search.ts'
import { copyOf, siteLinks, sitePath, slugOf } from './site-links.ts'

const root = join(import.meta.dirname, '..', '..')

const titleOf = (file: string): string => titleIn(file, readFileSync(join(root, file), 'utf8'))

const linkOf = (file: string): string => `/${sitePath(file)}`

/** On paper only the text: what leads to other pages is left out, and wide tables and blocks of code are not cut. */
const print = `@media print {
  .VPNav, .VPLocalNav, .VPSidebar, .VPDocAside, .aside, .VPDocFooter, .header-anchor { display: none !important }
  .VPContent, .VPDoc { padding: 0 !important; margin: 0 !important }
  .vp-doc table { display: table; font-size: 11px }
  .vp-doc pre { white-space: pre-wrap }
}`

/** Pictures are as wide as they are; what is wider than a phone scrolls by itself, also code that is only indented. */
const screen = `.vp-doc pre { overflow-x: auto } .vp-doc img { max-width: 100% } .vp-doc td { vertical-align: top }`

const copied = new Set<string>()

/** The documents of the repository as a site. They stay where they are, so that their links work everywhere. */
export default defineConfig({
  title: 'tender-checkout',
  description: 'A card checkout for your own page: one element, card fields in an isolated frame, and a proxy.',
  base: '/docs/',
  srcDir: root,
  // Only the documents have a page.
  srcExclude: ['{demo,deploy,dist,examples,scripts,server,src,test}/**'],
  rewrites: sitePath,
  head: [
    ['link', { rel: 'icon', href: 'data:,' }],
    ['style', {}, print + screen],
  ],
  outDir: join(root, 'node_modules', '.cache', 'docs'),
  cacheDir: join(root, 'node_modules', '.cache', 'vitepress'),
  ignoreDeadLinks: 'localhostLinks',
  markdown: {
    anchor: { slugify: slugOf },
    config: (md) => {
      md.core.ruler.push(
        'site-links',
        siteLinks(
          (path) => relative(root, path),
          (file) => copied.add(file),
        ),
      )
    },
  },
  buildEnd: ({ outDir }) => {
    for (const file of copied) cpSync(join(root, file), join(outDir, copyOf(file)))
    const forAssistants = readFileSync(join(root, 'docs/llms.txt'), 'utf8')
    writeFileSync(join(outDir, 'llms.txt'), forAssistants.replace(/(\]\([^)]+)\.md\)/g, '$1.html)'))
  },
  themeConfig: {
    nav: readers.map(({ title, files: [first] }) => ({ text: title, link: linkOf(first!) })),
    sidebar: readers.map(({ title, files }) => ({
      text: title,
      items: files.map((file) => ({ text: titleOf(file), link: linkOf(file) })),
    })),
    outline: { level: [2, 3], label: 'On this page' },
    search: {
      provider: 'local',
      options: {
        miniSearch: { searchOptions },
        _render: (text, env, md) => (isSearched(env.relativePath) ? md.render(text, env) : ''),
      },
    },
    docFooter: { prev: 'Previous', next: 'Next' },
    externalLinkIcon: true,
  },
})
