import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Whether a release is in a registry, which `npm run release` writes; before, the package comes from a clone. */
export const isPublishedIn = (root: string): boolean =>
  (JSON.parse(readFileSync(join(root, 'docs/data/registry.json'), 'utf8')) as { isPublished: boolean }).isPublished

/** Begins each sentence about commands that work only with a release. */
export const LATER = 'Once a release is in a registry'

/** A text before the first release, and from it on. */
interface Texts {
  readonly before: string
  readonly since: string
}

const shell = (...lines: readonly string[]): string => `\`\`\`sh\n${lines.join('\n')}\n\`\`\``

const shared = {
  clone:
    '`npm start` installs what it needs, builds, and opens a demo shop at <http://localhost:8080>, which shows the messages between all parties: in one or two minutes the first time, later in a few seconds. Ctrl+C ends it. There are [test cards](docs/sandbox/test-cards.md) to pay with. `npm test` runs every check and every test, in about ten minutes on two cores; the first time it installs Chromium too, where there is none.',
  node: 'Node 20.19 or later and npm',
}

const dev = (...program: readonly string[]) => [
  'dev --shop http://localhost:3000 --webhook http://localhost:3000/webhooks -- \\',
  ...program.map((line) => `  ${line}`),
]

/** The command of an example without Node, which a package that is fetched for it runs. */
const example = (program: string, ...first: readonly string[]): Texts => {
  const [head = '', ...lines] = dev(program)
  return {
    before: shell(...first, `npx --yes --package "$PWD/$(npm pack --silent ../..)" tender ${head}`, ...lines),
    since: shell(...first, `npx tender-checkout ${head}`, ...lines),
  }
}

/** How the package is installed, by the name of a place in the documents. */
const texts: Readonly<Record<string, Texts>> = {
  'install-readme': {
    before: `With ${shared.node}, in a clone of the repository, without an account:

${shell('npm start', 'npm test')}

${shared.clone}

Next: [your own page in ten minutes](docs/start.md), with the package that the clone packs. ${LATER}, \`npm install tender-checkout\` and \`npx tender dev\` show a checkout without a clone.`,
    since: `With ${shared.node}, without an account:

${shell('npm install tender-checkout', 'npx tender dev')}

It prints the address of a page with the checkout, in front of a proxy and a sandbox on this machine, and [test cards](docs/sandbox/test-cards.md) to pay with. Ctrl+C ends it.

Next: [your own page in ten minutes](docs/start.md).

In a clone of the repository:

${shell('npm start', 'npm test')}

${shared.clone}`,
  },
  'install-start': {
    before: `In the folder that has the clone of the repository, \`tender-checkout\`, make one for your shop, and install what the clone packs:

${shell('mkdir shop && cd shop', 'npm init -y && npm pkg set type=module', 'npm install "$(npm pack --silent ../tender-checkout)"', 'npx tender dev')}

The third line takes one to three minutes: it installs what the clone needs, builds it and packs it. ${LATER}, it is \`npm install tender-checkout\`, and no clone is needed.`,
    since: shell(
      'mkdir shop && cd shop',
      'npm init -y && npm pkg set type=module',
      'npm install tender-checkout',
      'npx tender dev',
    ),
  },
  'install-docker': {
    before: shell(
      'npm pack --pack-destination deploy   # in a clone',
      'docker build --tag tender-checkout deploy',
      'docker run --read-only --cap-drop ALL --env-file proxy.env -p 127.0.0.1:8080:8080 tender-checkout',
    ),
    since: shell(
      'npm pack tender-checkout --pack-destination deploy   # in a clone: npm pack --pack-destination deploy',
      'docker build --tag tender-checkout deploy',
      'docker run --read-only --cap-drop ALL --env-file proxy.env -p 127.0.0.1:8080:8080 tender-checkout',
    ),
  },
  'install-systemd': {
    before: shell(
      'npm install --prefix /opt/tender --ignore-scripts "$PWD/$(npm pack --silent)"   # in a clone',
      'install -D -m 0600 deploy/proxy.env.example /etc/tender/proxy.env   # then fill it in',
      'cp deploy/systemd/tender-proxy.service /etc/systemd/system/',
      'systemctl daemon-reload && systemctl enable --now tender-proxy',
    ),
    since: shell(
      'npm install --prefix /opt/tender --ignore-scripts tender-checkout',
      'install -D -m 0600 deploy/proxy.env.example /etc/tender/proxy.env   # then fill it in',
      'cp deploy/systemd/tender-proxy.service /etc/systemd/system/',
      'systemctl daemon-reload && systemctl enable --now tender-proxy',
    ),
  },
  'install-redis': {
    before: shell(
      'npm install ./tender-checkout-*.tgz ioredis@5 bullmq@5    # what a clone packs; bullmq is for webhooks',
    ),
    since: shell('npm install tender-checkout ioredis@5 bullmq@5    # bullmq is for webhooks'),
  },
  'install-name': {
    before: `\`npx tender\` runs the command of the package that is installed in the folder. Where it is not installed, npm would offer another package that is named \`tender\`. ${LATER}, \`npx tender-checkout\`, such as \`npx tender-checkout dev\`, fetches this one and takes the same commands.`,
    since:
      '`npx tender` runs the command of the package that is installed in the folder. Where it is not installed, npm would offer another package that is named `tender`: write `npx tender-checkout`, such as `npx tender-checkout dev`, which fetches this one and takes the same commands.',
  },
  'install-examples': {
    before: `In a folder of Node in a clone, \`npm install "$(npm pack --silent ../..)"\` and \`npm run dev\`; the README of the others has their command. [\`tender dev\`](../proxy.md#the-command) runs the shop beside a proxy and a sandbox. ${LATER}, \`npm install\` is enough.`,
    since:
      'In a folder of Node, `npm install` and `npm run dev`; the README of the others has their command. `npx tender-checkout dev --shop http://localhost:3000 -- …` [runs the shop](../proxy.md#the-command) beside a proxy and a sandbox.',
  },
  'example-node': {
    before: `${shell('npm install "$(npm pack --silent ../..)"', 'npm run dev')}

The first line packs the clone that this folder is in. ${LATER}, it is \`npm install\`.`,
    since: shell('npm install', 'npm run dev'),
  },
  'example-php': example('php -S localhost:3000 -t public public/index.php'),
  'example-flask': example('flask --app app run --host localhost --port 3000', 'pip install -r requirements.txt'),
  'example-go': example('go run .'),
}

/** How the package is installed, by the name of a place in the documents, as it is under a root. */
export const installTexts: Readonly<Record<string, (root: string) => string>> = Object.fromEntries(
  Object.entries(texts).map(([name, { before, since }]) => [name, (root) => (isPublishedIn(root) ? since : before)]),
)
