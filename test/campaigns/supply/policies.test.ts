import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { closedPolicy, commonHeaders } from '#proxy/http/headers.ts'
import { root } from './package/lockfile.ts'
import { answers, inLines, shown } from './policies.ts'
import { directivesIn, findingsIn, withHashes } from './policy-rules.ts'

describe('the rules for policies', () => {
  test.each([
    ['an unsafe- source', "script-src 'none'", "script-src 'unsafe-inline'"],
    ['scripts from more than hashes and a frame’s folder', "script-src 'none'", 'script-src https://cdn.example'],
    ['scripts from more than hashes and a frame’s folder', "script-src 'none'", "script-src 'self'"],
    ['scripts from more than hashes and a frame’s folder', "script-src 'none'", 'script-src https:'],
    [
      'scripts from more than hashes and a frame’s folder',
      "script-src 'none'",
      `script-src 'sha256-${'A'.repeat(43)}=' https://pay-shop.example/assets/`,
    ],
    [
      'scripts from more than hashes and a frame’s folder',
      "script-src 'none'",
      `script-src 'sha256-${'A'.repeat(43)}=' https://pay-shop.example/assets/card`,
    ],
    ['scripts without Trusted Types', "script-src 'none'", `script-src 'sha256-${'A'.repeat(43)}='`],
    ["no default-src 'none'", "default-src 'none'; ", ''],
    ['plugins', "default-src 'none'; ", "default-src 'none'; object-src 'self'; "],
    ['workers', "script-src 'none'", `script-src 'sha256-${'A'.repeat(43)}='`],
    ["no base-uri 'none'", "; base-uri 'none'", ''],
    ['forms that may go anywhere', "; form-action 'none'", ''],
    ['no frame-ancestors', "; frame-ancestors 'none'", ''],
    ['any ancestor', "frame-ancestors 'none'", 'frame-ancestors https:'],
    ['any ancestor', "frame-ancestors 'none'", 'frame-ancestors https://*.shop.example'],
    ['data: or blob:', "default-src 'none'; ", "default-src 'none'; img-src data:; "],
    ['plain http', "default-src 'none'; ", "default-src 'none'; img-src http://shop.example; "],
    ['an unknown or deprecated directive', "default-src 'none'; ", "default-src 'none'; report-uri /csp; "],
    [
      'a directive that is malformed or comes twice',
      "default-src 'none'; ",
      "default-src 'none'; default-src 'none'; ",
    ],
    [
      'a directive that is malformed or comes twice',
      "default-src 'none'; ",
      "default-src 'none', script-src *; x y; ;",
    ],
    [
      'csp_evaluator: script-src: ajax.googleapis.com is known to host Angular libraries which allow to bypass this CSP.',
      "script-src 'none'",
      `script-src 'sha256-${'A'.repeat(43)}=' https://ajax.googleapis.com/ajax/libs/angularjs/1.2.0rc1/angular-route.min.js`,
    ],
  ])('find %s', (finding, part, instead) => {
    const policy = `${closedPolicy}; script-src 'none'`
    expect(findingsIn(policy)).toEqual([])
    expect(policy).toContain(part)
    expect(findingsIn(policy.replace(part, instead))).toContain(finding)
  })
})

test.each(Object.entries(shown))('there is nothing to say against the policy of %s', (_, policy) => {
  expect(findingsIn(withHashes(policy))).toEqual([])
})

test('every answer has a policy that is without a finding, and says who may frame it', async () => {
  const seen = await answers()
  expect(new Set(seen.map(({ status }) => status)).size).toBeGreaterThan(4)
  const found = seen.map(({ what, headers }) => [what, findingsIn(String(headers['content-security-policy']))])
  expect(found).toEqual(seen.map(({ what }) => [what, []]))
})

test('every answer carries what all carry, and none invites another origin', async () => {
  const common = Object.keys(commonHeaders('https://pay-shop.example'))
  for (const { what, headers } of await answers()) {
    const isScript = String(headers['content-type']).startsWith('text/javascript')
    // The framed documents alone ask for a process of their own.
    const isInNoWindow = isScript || headers['origin-agent-cluster']
    const absent = isInNoWindow ? ['cross-origin-opener-policy'] : []
    expect([what, common.filter((name) => !headers[name])]).toEqual([what, absent])
    expect([what, headers['access-control-allow-origin']]).toEqual([what, undefined])
    expect([what, headers['set-cookie'] ?? headers['server'] ?? headers['x-powered-by']]).toEqual([what, undefined])
    expect([what, headers['strict-transport-security']]).toEqual([what, 'max-age=63072000; includeSubDomains; preload'])
  }
})

describe('docs/security/headers.md', () => {
  const text = readFileSync(join(root, 'docs/security/headers.md'), 'utf8')

  test.each(Object.entries(shown))('shows the policy of %s as it is sent', (what, policy) => {
    const section = text.slice(text.indexOf(`### ${what}`))
    expect(text).toContain(`### ${what}`)
    expect(/```\n([^]*?)```/.exec(section)?.[1]).toBe(
      `Content-Security-Policy:\n${inLines(policy).replace(/^/gm, '  ')}\n`,
    )
  })

  test('shows what every answer carries', () => {
    for (const [name, value] of Object.entries(commonHeaders('https://pay-shop.example')))
      if (name !== 'content-security-policy') expect(text.toLowerCase()).toContain(`${name}: ${value}`.toLowerCase())
  })

  test('gives shops a policy without unsafe sources, with one origin of ours', () => {
    const [, policy] = /## The shop's page[^]*?```\n([^]*?)```/.exec(text)!
    const directives = directivesIn(policy!.replaceAll(/\s+/g, ' ').replace(/^.*?: /, ''))!
    expect(directives).toBeDefined()
    const origins = new Set([...directives.values()].flat().filter((source) => source.includes('://')))
    expect([...origins]).toEqual(['https://pay-shop.example'])
    expect(policy).not.toContain('unsafe-')
    expect(directives.get('require-trusted-types-for')).toEqual(["'script'"])
  })
})
