import { describe, expect, it } from 'vitest'
import { judge, textOf } from './judge.ts'
import { collection, initiated, payment, serveText, text, underWay } from './publicCalls.ts'

const reference = 'REF-1'

describe('an unknown payout', () => {
  it.each<[number, object]>([
    [500, { error: false, status: 'PENDING', reference }],
    [503, { status: 'PENDING', reference }],
    [408, { error: false, status: 'success', reference, message: 'Transfer under way' }],
    [418, { error: false, reference }],
    [302, { error: false, reference }],
    [200, { status: 'success', reference }],
    [429, { error: false, status: 'success', reference }],
  ])('keeps the reference of HTTP %i with %j', (httpStatus, body) => {
    expect(judge(httpStatus, body)).toMatchObject({ kind: 'unknown', providerReference: reference })
  })

  it.each<[number, object]>([
    [500, { error: true, status: 'FAILED', reference }],
    [503, { status: 503, message: 'No', reference }],
    [408, { error: 'true', reference }],
    [200, { error: true, status: 400, message: 'No', reference }],
    [400, { error: 'true', status: 'FAILED', reference }],
    [401, { error: true, status: 'FAILED', reference }],
    // It may be the reference of the payout of which this is a copy.
    [409, { error: false, status: 'PENDING', reference }],
    [500, { error: false, status: 'DUPLICATE', reference }],
    [500, { error: false, status: 'PENDING', message: 'Transaction déjà traitée', reference }],
    [200, { error: true, status: 'FAILED', message: 'Duplicate transaction', reference }],
    [200, { error: true, status: 'DUPLICATE', reference }],
    [400, { error: true, status: 'FAILED', duplicate: true, reference }],
    [429, { error: false, message: 'Already paid', reference }],
  ])('keeps no reference of HTTP %i with %j, but names it', (httpStatus, body) => {
    const outcome = judge(httpStatus, body)
    expect(outcome).toMatchObject({ kind: 'unknown', providerReference: null })
    expect(textOf(outcome)).toContain(' (The answer names the reference REF-1. It may be')
  })
})

describe('an unknown online payment or collection', () => {
  it.each<[number, object]>([
    [500, { error: true, status: 'FAILED', reference }],
    [408, { status: 408, message: 'No', reference }],
    [503, { error: false, status: 'PENDING', reference }],
    [200, { status: 400, message: 'No', reference }],
    [200, { error: true, status: 400, message: 'No', reference }],
    [429, { error: true, message: 'No', reference }],
  ])('keeps the reference of HTTP %i with %j', async (httpStatus, body) => {
    const { client } = await serveText(httpStatus, text(body))
    for (const result of [await client.initiatePayment(payment), await client.collect(collection)])
      expect(result).toMatchObject({ kind: 'unknown', reference })
  })

  it.each<[number, object]>([
    [409, { error: true, status: 'FAILED', reference }],
    [500, { status: 500, message: 'Duplicate request', reference }],
    [200, { status: 409, message: 'No', reference }],
    [200, { error: true, status: 400, message: 'Already paid', reference }],
  ])('keeps no reference of HTTP %i with %j', async (httpStatus, body) => {
    const { client } = await serveText(httpStatus, text(body))
    for (const result of [await client.initiatePayment(payment), await client.collect(collection)])
      expect(result).toMatchObject({ kind: 'unknown', reference: null })
  })

  it('keeps the reference beside a status or an address that is none', async () => {
    const good = await serveText(200, text({ ...initiated, status: '200' }))
    expect(await good.client.initiatePayment(payment)).toMatchObject({ kind: 'unknown', reference: 'PAY-1' })
    const bad = await serveText(200, text({ ...underWay, status: 200 }))
    expect(await bad.client.collect(collection)).toMatchObject({ kind: 'unknown', reference: 'COL-1' })
    const copy = await serveText(200, text({ ...underWay, error: true, message: 'Duplicate' }))
    expect(await copy.client.collect(collection)).toMatchObject({ kind: 'unknown', reference: null })
  })
})
