import type { InjectOptions } from 'fastify'
import { describe, expect, test } from 'vitest'
import { BlockList } from 'node:net'
import { addressIn, trustIn } from '#proxy/config/client-address.ts'
import { cardFor, openTestProxy } from '../support/test-proxy.ts'

describe('an entry of X-Forwarded-For', () => {
  test.each([
    ['203.0.113.7', '203.0.113.7'],
    [' 203.0.113.7 ', '203.0.113.7'],
    ['203.0.113.7:51234', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['::FFFF:cb00:7107', '203.0.113.7'],
    ['0000:0000:0000:0000:0000:ffff:203.0.113.7', '203.0.113.7'],
    ['[::ffff:203.0.113.7]:443', '203.0.113.7'],
    ['2001:db8::1', '2001:db8::1'],
    ['2001:0DB8:0:0::1', '2001:db8::1'],
    ['[2001:db8::1]', '2001:db8::1'],
    ['[2001:db8::1]:51234', '2001:db8::1'],
    ['fe80::1%eth0', 'fe80::1'],
    ['[fe80::1%25eth0]:80', 'fe80::1'],
  ])('%s is the address %s', (entry, address) => {
    expect(addressIn(entry)).toBe(address)
  })

  test.each([
    'unknown',
    '_hidden',
    '',
    ':80',
    '[]',
    '[203.0.113.7]:80',
    '[2001:db8::1',
    '2001:db8::1]:80',
    '203.0.113.7:port',
    '203.0.113.7:123456',
    '203.0.113.256',
    '203.0.113',
    '1:2:3:4:5:6:7:8:9',
    'shop.example',
    '203.0.113.7;drop',
    '%',
  ])('%s is none', (entry) => {
    expect(addressIn(entry)).toBeUndefined()
  })
})

test('trusted networks are found with ports, through IPv6 sockets, and by single addresses', () => {
  const isTrusted = trustIn(['10.0.0.0/8', '192.0.2.1', '2001:db8:1::/48', 'fd00::1'])
  const trusted = [
    '10.9.8.7',
    '10.9.8.7:80',
    '::ffff:10.1.1.1',
    '192.0.2.1',
    '2001:db8:1::9',
    '[2001:db8:1::9]:1',
    'fd00::1',
  ]
  expect(trusted.filter((entry) => !isTrusted(entry))).toEqual([])
  expect(['11.0.0.1', '192.0.2.2', '2001:db8:2::1', 'fd00::2', 'unknown', '', undefined].filter(isTrusted)).toEqual([])
})

test('any address is in the networks that node:net finds it in', () => {
  const networks = ['10.0.0.0/8', '128.0.0.0/1', '192.0.2.128/25', '198.51.100.6/31', '203.0.113.7', '100.64.9.9/10']
  const list = new BlockList()
  for (const [address, bits = '32'] of networks.map((network) => network.split('/')))
    list.addSubnet(address!, Number(bits))
  const isTrusted = trustIn(networks)
  const near = networks.map((network) => network.split('/')[0]!.split('.').map(Number))
  let trusted = 0
  for (let at = 0; at < 20_000; at++) {
    const bytes = near[at % near.length]!.map((byte, index) => (byte + ((at * (index + 3) * 7919) % 5) - 2 + 256) % 256)
    const address = bytes.join('.')
    expect([address, isTrusted(address)]).toEqual([address, list.check(address)])
    trusted += Number(isTrusted(address))
  }
  expect(trusted).toBeGreaterThan(1000)
  expect(trustIn(['0.0.0.0/0'])('203.0.113.9')).toBe(true)
  expect(trustIn(['::ffff:10.0.0.0/104'])('10.1.2.3')).toBe(true)
})

describe('a payment that comes through a reverse proxy', () => {
  const PEER = '10.0.0.1'
  async function paidWith(forwarded: string) {
    const proxy = await openTestProxy({ env: { TENDER_TRUST_PROXY: '10.0.0.0/8' } })
    const payments: URLSearchParams[] = []
    proxy.gateway.state.wire = async (request, work) => {
      if (request.url.includes('paymentorder')) payments.push(new URLSearchParams(await request.clone().text()))
      return work()
    }
    const { orderId } = await proxy.prepare()
    const request = await proxy.requestFor('pay', cardFor(orderId!))
    const headers = { ...request.headers, 'x-forwarded-for': forwarded }
    const answer = await proxy.send({ ...request, remoteAddress: PEER, headers } as InjectOptions)
    return { outcome: answer.json<object>(), ip: payments[0]?.get('ip') }
  }

  test.each([
    ['198.51.100.7', '198.51.100.7'],
    ['198.51.100.7:51234', '198.51.100.7'],
    ['[2001:db8::7]:51234', '2001:db8::7'],
    ['198.51.100.7:51234, 10.0.0.9:443', '198.51.100.7'],
    ['203.0.113.1, 198.51.100.7', '198.51.100.7'],
    ['unknown', PEER],
    ['_hidden', PEER],
    ['a" onload="x', PEER],
  ])('from %s is paid, and the gateway receives %s', async (forwarded, ip) => {
    expect(await paidWith(forwarded)).toMatchObject({ outcome: { state: 'paid' }, ip })
  })
})
