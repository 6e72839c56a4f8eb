import { beforeEach, it } from 'vitest'
import { setUpPaying } from '../harness/paying.ts'
import { killAndResume } from './killAndResume.ts'

const paying = setUpPaying()
beforeEach(() => {
  paying.env['PAYRUN_CONCURRENCY'] = '20'
})

it('a run that is killed is taken up by resume: no row is paid twice, none is lost', () => killAndResume(paying))
