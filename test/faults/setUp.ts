import { afterAll, beforeAll, beforeEach } from 'vitest'
import { startTestPostgres, type TestPostgres } from '../harness/postgres.ts'
import { type CountingProvider, startProvider, succeed } from '../harness/provider.ts'
import { openScene, type Scene } from './scene.ts'

/** Register the hooks of a file of fault tests: `here.scene` and `here.provider` are new for each test. */
export function setUpScenes(): { scene: Scene; provider: CountingProvider } {
  let postgres: TestPostgres
  const here = {} as { scene: Scene; provider: CountingProvider }
  beforeAll(async () => {
    postgres = await startTestPostgres()
  })
  afterAll(() => postgres.stop())
  beforeEach(async () => {
    here.provider = await startProvider()
    here.provider.answer = succeed
    const scene = openScene((await postgres.createLedger()).url, here.provider)
    here.scene = scene
    return async () => {
      await here.provider.close()
      await scene.remove()
    }
  })
  return here
}
